import type { Context } from "./context.ts";

/** What changes which tools somebody has: mounted servers, writs and grants. */
const KINDS = ["mcp", "agent", "grant"] as const;
/** Of what happens to mounted servers, most changes nobody's tools. */
const OF_MOUNTS = new Set(["mounted", "unmounted", "reviewed", "changed"]);
/** Who has many tools and many changes is not told of each. */
const QUIET = 200;

/** Calls back, after a moment of quiet, when these agents (`null` = anybody) may have other tools than before; who has is for the listener to look up. */
export function onToolsChanged({ ledger }: Context, listener: (agents: ReadonlySet<string> | null) => void): () => void {
	let timer: NodeJS.Timeout | null = null;
	let changed: Set<string> | null = new Set();
	const forget = ledger.subscribe(({ kind, agent, request }) => {
		if (kind === "mcp" && !OF_MOUNTS.has(actionOf(request))) return;
		// What tightens an agent tightens those below it.
		if (kind === "grant" && agent !== null) changed?.add(agent);
		else changed = null;
		timer ??= setTimeout(() => {
			const agents = changed;
			timer = null;
			changed = new Set();
			listener(agents);
		}, QUIET).unref();
	}, KINDS);
	return () => {
		forget();
		if (timer !== null) clearTimeout(timer);
	};
}

function actionOf(request: unknown): string {
	return typeof request === "object" && request !== null && "action" in request ? String(request.action) : "";
}
