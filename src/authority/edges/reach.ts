import type { TargetTerms } from "../../engine/index.ts";
import { type Agent, findAgent } from "../../state/agents/index.ts";
import { type Edge, judgeEdge, reachable } from "../../state/edges/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { mayReach } from "../decisions/reach.ts";
import { MESSAGE_VERBS } from "../decisions/tools.ts";
import { findAgentFor, mayKnow } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome } from "../refusal.ts";

/** An agent that another may write to, and why. */
interface Reached {
	readonly agent: Agent;
	/** `parent`, `child`, or what the rules and edges between two others say. */
	readonly by: "parent" | "child" | "edge" | "rule";
	/** The edge that lets it, if one does; for people. */
	readonly edge: Edge | null;
}

/** One page of those to whom a message of an agent would be permitted, as far as a caller may know of them. */
export function reach(
	context: Context,
	caller: Caller,
	id: string,
	query: { readonly limit: number; readonly cursor: string | null },
): Promise<Outcome<{ readonly items: readonly Reached[]; readonly next_cursor: string | null }>> {
	return context.store.record(async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { value: known } = found;
		const page = await knownPage(context, transaction, caller, known, query);
		const items: Reached[] = [];
		for (const agent of page.items) {
			const kin = agent.id === known.agent.parent ? "parent" : known.children.includes(agent.id) ? "child" : null;
			const judged = kin === null ? await judgeEdge(transaction, id, agent.id, context.clock.now()) : null;
			const edge = judged?.verdict === "allow" ? judged.edge : null;
			items.push({
				agent,
				by: kin ?? (edge === null ? "rule" : "edge"),
				edge: caller.principal.kind === "agent" ? null : edge,
			});
		}
		return done({ items, next_cursor: page.next_cursor });
	});
}

/**
 * SECURITY: whom an agent is shared with learns of no other agent by it; the cursor too names one that was shown
 * (test/rest/attack.test.ts). An agent is told whom it reaches itself.
 */
async function knownPage(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	known: Known,
	{ limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof reachableAgents> {
	if (caller.principal.kind !== "person" || hasRole(caller, "admin"))
		return reachableAgents(context, transaction, known, { limit, cursor });
	const items: Agent[] = [];
	let after = cursor;
	do {
		const page: Awaited<ReturnType<typeof reachableAgents>> = await reachableAgents(context, transaction, known, { limit, cursor: after });
		for (const agent of page.items) if (await mayKnow(transaction, caller, agent)) items.push(agent);
		after = page.next_cursor;
	} while (after !== null && items.length < limit);
	return { items, next_cursor: after === null ? null : (items.at(-1)?.id ?? null) };
}

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
