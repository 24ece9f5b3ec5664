import type { Agent } from "../agents/index.ts";
import { type Edge, judgeEdge } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor, mayKnow } from "./find-agent-for.ts";
import type { Known } from "./known-agents.ts";
import { reachableAgents } from "./reachable-agents.ts";
import { done, type Outcome } from "./refusal.ts";

/** An agent that another may write to, and why. */
export interface Reached {
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
