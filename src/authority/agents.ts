import { type Agent, childrenOf, findAgentWithWrit, listAgents } from "../agents/index.ts";
import { effectiveTerms, type Writ } from "../engine/index.ts";
import { groupsOf, queuedCount, reachable } from "../messages/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { seeAgent } from "./find-agent-for.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/** An agent with what is known around it. */
export interface AgentView {
	readonly agent: Agent;
	readonly children: readonly string[];
	readonly groups: readonly string[];
	readonly queued: number;
}

/** Which agents, and which page of them. */
export interface AgentListing {
	readonly status?: Agent["status"];
	readonly limit: number;
	readonly cursor: string | null;
}

/** One page of agents that the caller may know of; an agent sees itself and those that it may write to. */
export function agents(
	context: Context,
	caller: Caller,
	query: AgentListing,
): Promise<{ readonly items: readonly Agent[]; readonly next_cursor: string | null }> {
	return context.store.look(async (connection) => {
		const { principal } = caller;
		if (principal.kind === "person" && !hasRole(caller, "admin")) return listAgents(connection, { ...query, accessibleTo: principal.email });
		if (principal.kind !== "agent") return listAgents(connection, query);
		const page = await reachable(connection, principal.id, context.clock.now(), { limit: query.limit, cursor: query.cursor });
		const ids = query.cursor === null ? [principal.id, ...page.items.map(({ id }) => id)] : page.items.map(({ id }) => id);
		const items: Agent[] = [];
		for (const id of ids) {
			const found = await findAgentWithWrit(connection, id);
			if (found !== null) items.push(found.agent);
		}
		return { items, next_cursor: page.next_cursor };
	});
}

/** One agent. */
export function agent(context: Context, caller: Caller, id: string): Promise<Outcome<AgentView>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, id);
		if (!seen.ok) return seen;
		return done({
			agent: seen.value,
			children: (await childrenOf(connection, id)).map((child) => child.id),
			groups: await groupsOf(connection, id),
			queued: await queuedCount(connection, id),
		});
	});
}

/** The writ that an agent holds, with the terms that its ancestors leave it. */
export async function writOf(context: Context, caller: Caller, id: string): Promise<Outcome<Writ>> {
	return context.store.record(async (transaction) => {
		const seen = await seeAgent(transaction, caller, id);
		const known = seen.ok ? await context.known.find(transaction, id) : null;
		if (known === null) return refuse("no-permissions", `No permissions found for agent: ${id}`);
		return done({ ...known.writ, terms: effectiveTerms(known.writ, { lineage: known.lineage }) });
	});
}
