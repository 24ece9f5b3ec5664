/** Why a sandbox is not started: `code` is stable, `message` names cause and cure. */
export interface Refusal {
	readonly ok: false;
	readonly code: "sandbox-level" | "path-symlink" | "path-outside" | "sandbox-user" | "limit-zero" | "not-started";
	readonly message: string;
}

/** A refusal with its message. */
export function refusal(code: Refusal["code"], message: string): Refusal {
	return { ok: false, code, message };
}
