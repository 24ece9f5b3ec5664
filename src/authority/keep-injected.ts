import { setTimeout as sleep } from "node:timers/promises";
import { listSandboxes } from "../agents/index.ts";
import { parseAgentId } from "../engine/index.ts";
import type { LedgerRecord } from "../ledger/index.ts";
import { awaitExpiry } from "./await-expiry.ts";
import type { Context } from "./context.ts";
import { inject } from "./inject.ts";

/** Changes that come together are written together. */
const TOGETHER = 100;
/** What other nodes change is looked for so often. */
const LOOK_EVERY = 1_500;
const PAGE = 1_000;

/** Who has to be told anew. */
type Outdated = Set<string> | "all";

/** Keeps in every managed workspace whom its agent may write to, for as long as it is not ended by the returned function. */
export function keepInjected(context: Context): () => Promise<void> {
	const closing = new AbortController();
	let outdated: Outdated = "all";
	let writing: Promise<void> | null = null;

	const tell = (who: readonly string[] | "all"): void => {
		if (closing.signal.aborted) return;
		if (who === "all") outdated = "all";
		else if (outdated !== "all") for (const id of who) outdated.add(id);
		writing ??= write()
			.catch((error: unknown) => context.log(`who may write to whom was not written: ${String(error)}`))
			.finally(() => {
				writing = null;
				if (outdated === "all" || outdated.size > 0) tell([]);
			});
	};
	const write = async (): Promise<void> => {
		await sleep(TOGETHER, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
		const now = outdated;
		outdated = new Set();
		for (const id of now === "all" ? await injected(context) : now) {
			if (closing.signal.aborted) return;
			const parsed = parseAgentId(id);
			if (parsed.ok) await inject(context, parsed.id);
		}
		if (closing.signal.aborted) outdated = new Set();
		else await expiry.wait();
	};
	const expiry = awaitExpiry(context, (who) => tell(who));
	const unsubscribe = context.ledger.subscribe((record) => {
		const who = toldBy(record);
		if (who === "all" || who.length > 0) tell(who);
	}, CHANGES);
	const looking = context.store.database === "sqlite" ? null : setInterval(() => tell("all"), LOOK_EVERY).unref();
	tell("all");
	return async () => {
		unsubscribe();
		if (looking !== null) clearInterval(looking);
		expiry.end();
		closing.abort();
		await writing;
	};
}

const CHANGES = ["spawn", "terminate", "agent", "edge", "group", "grant", "setting", "node"] as const;

/** Whose list a record can have changed. */
function toldBy({ kind, effect, agent }: LedgerRecord): readonly string[] | "all" {
	if (effect === "deny") return [];
	// An edge changes the list of the one that it begins at, a grant its agent's; everything else can be in anybody's.
	return (kind === "edge" || kind === "grant") && agent !== null ? [agent] : "all";
}

/** The agents that have a sandbox. */
async function injected(context: Context): Promise<readonly string[]> {
	const ids: string[] = [];
	let cursor: string | null = null;
	do {
		const after: string | null = cursor;
		const page: Awaited<ReturnType<typeof listSandboxes>> = await context.store.look((connection) =>
			listSandboxes(connection, { limit: PAGE, cursor: after }),
		);
		ids.push(...page.items.map(({ agent }) => agent));
		cursor = page.next_cursor;
	} while (cursor !== null);
	return ids;
}
