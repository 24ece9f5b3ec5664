import { type Agent, findAgent } from "../agents/index.ts";
import type { TargetTerms } from "../engine/index.ts";
import { reachable } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Context } from "./context.ts";
import { mayReach } from "./decide-reach.ts";
import type { Known } from "./known-agents.ts";
import { MESSAGE_VERBS } from "./message-verbs.ts";

/**
 * One page of the agents to whom a message of this one would be permitted, in the order of their ids.
 * INVARIANT: who is listed can be written to and the other way round, because the same rules decide both.
 */
export async function reachableAgents(
	context: Context,
	transaction: Transaction,
	known: Known,
	{ limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly items: readonly Agent[]; readonly next_cursor: string | null }> {
	const page = await reachable(transaction, known.agent.id, context.clock.now(), { limit, cursor });
	const last = page.next_cursor;
	const named = namedTargets(known).filter((id) => id > (cursor ?? "") && (last === null || id <= last));
	const ids = new Set([...page.items.map(({ id }) => id), ...named]);
	ids.delete(known.agent.id);
	const items: Agent[] = [];
	for (const id of [...ids].toSorted()) {
		if (!(await mayReach(context, transaction, known, id))) continue;
		const agent = await findAgent(transaction, id);
		if (agent !== null) items.push(agent);
	}
	return { items, next_cursor: last };
}

/** Those whom rules can let an agent reach without an edge: its family, and whom its lists name. */
function namedTargets({ agent, children, writ: { terms } }: Known): readonly string[] {
	const { messaging, tools } = terms;
	const lists = [messaging.allowed_targets, ...MESSAGE_VERBS.map((verb) => tools.permissions[verb]?.allowed_targets ?? null)];
	return [...(agent.parent === null ? [] : [agent.parent]), ...children, ...lists.flatMap(listedIds)];
}

function listedIds(terms: TargetTerms | null): readonly string[] {
	return (terms?.targets ?? []).flatMap((set) => (typeof set === "string" ? [] : set));
}
