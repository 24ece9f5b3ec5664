import type { Agent } from "../agents/index.ts";
import { agents } from "./agents.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { note } from "./work.ts";

const PAGE = 1_000;

/** Every agent that the caller may know of; for an agent itself and exactly those to whom a message would be permitted. */
export async function team(context: Context, caller: Caller): Promise<readonly Agent[]> {
	const all: Agent[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof agents>> = await agents(context, caller, { limit: PAGE, cursor });
		all.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null);
	const { principal } = caller;
	if (principal.kind === "agent")
		await context.store.record(async (transaction) => {
			const total = await context.known.total(transaction);
			note(context, transaction, caller, { kind: "mcp", agent: principal.id, request: { action: "listed", shown: all.length, total } });
		});
	return all;
}
