import type { Agent } from "../agents/index.ts";
import { type Edge, judgeEdge } from "../messages/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
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

/** One page of those to whom a message of an agent would be permitted. */
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
		const page = await reachableAgents(context, transaction, known, query);
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
