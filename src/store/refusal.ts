/** Why a change was refused; what was refused beyond that is told beside it. */
export interface Refusal<Code extends string> {
	readonly ok: false;
	/** Stable, lower-kebab. */
	readonly code: Code;
	readonly message: string;
}

/** A refusal as a value. */
export function refused<Code extends string>(code: Code, message: string): Refusal<Code> {
	return { ok: false, code, message };
}
