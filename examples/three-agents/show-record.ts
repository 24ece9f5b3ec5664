/** A record of the ledger, as `writ audit list --json` gives it. */
export interface LedgerRecord {
	readonly kind: string;
	readonly principal: string;
	readonly agent: string | null;
	readonly point: string;
	readonly effect: string | null;
	readonly code: string | null;
	readonly request: Readonly<Record<string, unknown>>;
}

/** What the story is about: edges, messages, and decisions against somebody. */
export function isOfTheStory({ kind, effect }: LedgerRecord): boolean {
	return kind === "edge" || kind === "message" || effect === "deny";
}

/** A record on one line: what happened, between whom, by whom, and through which point. */
export function showRecord({ kind, principal, agent, point, effect, code, request }: LedgerRecord): string {
	const what = kind === "decision" ? `${effect} (${code})` : String(request.action);
	const target = request.to ?? request.target;
	const between = target === undefined ? String(agent) : `${request.source ?? principal.replace(/^agent:/, "")} → ${target}`;
	return `${kind.padEnd(8)} ${what.padEnd(14)} ${between.padEnd(20)} by ${principal}, ${point}`;
}
