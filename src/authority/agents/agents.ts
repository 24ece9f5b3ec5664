import { effectiveTerms, type Writ } from "../../engine/index.ts";
import { type Agent, childrenOf, listAgents } from "../../state/agents/index.ts";
import { aroundAgents, groupsOf } from "../../state/edges/index.ts";
import { queuedCount } from "../../state/messages/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { reachableAgents } from "../edges/reach.ts";
import { knowsOf, seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { note } from "../work.ts";

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
	const { principal } = caller;
	if (principal.kind === "agent") return agentsFor(context, principal.id, query);
	const some = principal.kind === "person" && !hasRole(caller, "admin") ? { accessibleTo: principal.email } : {};
	return context.store.look((connection) => listAgents(connection, { ...query, ...some }));
}

function agentsFor(context: Context, id: string, { status, limit, cursor }: AgentListing): ReturnType<typeof agents> {
	return context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, id);
		if (known === null) return { items: [], next_cursor: null };
		const page = await reachableAgents(context, transaction, known, { limit, cursor });
		const items = cursor === null ? [known.agent, ...page.items] : page.items;
		return { ...page, items: status === undefined ? items : items.filter((agent) => agent.status === status) };
	});
}

/** The same with what is around each; an agent is told that of itself and its children alone. */
export async function agentViews(
	context: Context,
	caller: Caller,
	query: AgentListing,
): Promise<{ readonly items: readonly (Pick<AgentView, "agent"> & Partial<AgentView>)[]; readonly next_cursor: string | null }> {
	const page = await agents(context, caller, query);
	const known = page.items.filter((agent) => caller.principal.kind !== "agent" || knowsOf(caller, agent)).map(({ id }) => id as string);
	const around = await context.store.look((connection) => aroundAgents(connection, known));
	return { ...page, items: page.items.map((agent) => ({ agent, ...around.get(agent.id) })) };
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
