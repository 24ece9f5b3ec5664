import type { Agent } from "../../state/agents/index.ts";
import { type Edge, type Group, listEdges, listGroups } from "../../state/edges/index.ts";
import { talkRows } from "../../state/messages/index.ts";
import { type Connection, numberOf, textOf } from "../../store/index.ts";
import { type AgentListing, agents as listFor } from "../agents/agents.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { layOutMap, type MapPlace } from "./map-layout.ts";
import { reachableAgents } from "./reach.ts";

/** Who may talk to whom, as far as the caller may see it. */
export interface AgentMap {
	readonly agents: readonly { readonly agent: Agent; readonly place: MapPlace; readonly groups: readonly string[] }[];
	readonly edges: readonly Edge[];
	readonly groups: readonly Group[];
	/** Who wrote to whom within the last hour. */
	readonly talk: readonly { readonly source: string; readonly target: string; readonly count: number; readonly lastAt: number }[];
	/** Whom each agent may write to, all rules weighed; `null` when it was not asked for. */
	readonly reach: Readonly<Record<string, readonly string[]>> | null;
	/** Something was left out because there is too much of it. */
	readonly truncated: boolean;
}

/** What of the map is wanted. */
export interface MapWish {
	readonly limit: number;
	readonly reach: boolean;
}

const MOST_EDGES = 50_000;
const MOST_GROUPS = 1_000;
/** What everybody reaches is worked out for so many agents, and so many targets of each. */
const MOST_REACHING = 500;
const MOST_REACHED = 200;
const PAGE = 1_000;
const HOUR = 3_600_000;

/** The agents as a graph. SECURITY: both ends of whatever is shown are agents that the caller may know of. */
export async function map(context: Context, caller: Caller, { limit, reach }: MapWish): Promise<AgentMap> {
	const { items, isWhole } = await everyone(context, caller, limit);
	const shown = new Map(items.map((agent) => [agent.id as string, agent]));
	const places = layOutMap(items);
	const around =
		caller.principal.kind === "agent"
			? NOTHING_AROUND
			: await context.store.look((connection) => surroundings(connection, caller, shown, context.clock.now()));
	const groupsOf = new Map<string, string[]>();
	for (const { name, members } of around.groups) for (const id of members) groupsOf.set(id, [...(groupsOf.get(id) ?? []), name]);
	const reaching = caller.principal.kind === "agent" ? items.slice(0, 1) : items.slice(0, MOST_REACHING);
	return {
		agents: items.map((agent) => ({ agent, place: places.get(agent.id) ?? MIDDLE, groups: groupsOf.get(agent.id) ?? [] })),
		edges: around.edges,
		groups: around.groups,
		talk: around.talk,
		reach: reach ? await reachOf(context, reaching, shown) : null,
		truncated: !isWhole || !around.isWhole || (reach && items.length > reaching.length && caller.principal.kind !== "agent"),
	};
}

const MIDDLE: MapPlace = { x: 0, y: 0 };

type Around = Pick<AgentMap, "edges" | "groups" | "talk"> & { readonly isWhole: boolean };

/** An agent hears whom it may reach itself, and nothing of what others may. */
const NOTHING_AROUND: Around = { edges: [], groups: [], talk: [], isWhole: true };

async function everyone(context: Context, caller: Caller, limit: number): Promise<{ items: readonly Agent[]; isWhole: boolean }> {
	const items: Agent[] = [];
	let cursor: AgentListing["cursor"] = null;
	do {
		const page: Awaited<ReturnType<typeof listFor>> = await listFor(context, caller, {
			limit: Math.min(PAGE, limit - items.length),
			cursor,
		});
		items.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null && items.length < limit);
	return { items: items.slice(0, limit), isWhole: cursor === null && items.length <= limit };
}

async function surroundings(connection: Connection, caller: Caller, shown: ReadonlyMap<string, Agent>, now: number): Promise<Around> {
	const seesAll = caller.principal.kind === "system" || hasRole(caller, "admin");
	const groups = (await listGroups(connection, { limit: MOST_GROUPS, cursor: null })).items
		.map((group) => ({ ...group, members: group.members.filter((id) => shown.has(id)) }))
		.filter(({ members }) => seesAll || members.length > 0);
	const ends = new Set([...shown.keys(), ...groups.map(({ name }) => `group:${name}`)]);
	const found = seesAll ? await edgesFrom(connection, {}) : await edgesOfEach(connection, ends);
	const talk = (await talkRows(connection, now - HOUR)).map((row) => ({
		...{ source: textOf(row, "source"), target: textOf(row, "target"), count: numberOf(row, "count"), lastAt: numberOf(row, "last_at") },
	}));
	return {
		groups,
		edges: found.items.filter(({ source, target }) => ends.has(source) && ends.has(target)),
		talk: talk.filter(({ source, target }) => shown.has(source) && shown.has(target)),
		isWhole: found.isWhole,
	};
}

async function edgesFrom(
	connection: Connection,
	filter: { readonly source?: string },
	most = MOST_EDGES,
): Promise<{ readonly items: readonly Edge[]; readonly isWhole: boolean }> {
	const items: Edge[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listEdges>> = await listEdges(connection, { ...filter, limit: PAGE, cursor });
		items.push(...page.items);
		cursor = page.next_cursor;
	} while (cursor !== null && items.length < most);
	return { items, isWhole: cursor === null };
}

/** Few of many: others' edges are not even read. */
async function edgesOfEach(connection: Connection, ends: Iterable<string>): Promise<{ items: readonly Edge[]; isWhole: boolean }> {
	const items: Edge[] = [];
	for (const source of ends) {
		const found = await edgesFrom(connection, { source }, MOST_EDGES - items.length);
		items.push(...found.items);
		if (!found.isWhole || items.length >= MOST_EDGES) return { items, isWhole: false };
	}
	return { items, isWhole: true };
}

/** One work for each agent: nobody's decision waits for the whole map. */
async function reachOf(
	context: Context,
	reaching: readonly Agent[],
	shown: ReadonlyMap<string, Agent>,
): Promise<Readonly<Record<string, readonly string[]>>> {
	const reach: Record<string, readonly string[]> = Object.create(null);
	for (const { id } of reaching)
		reach[id] = await context.store.record(async (transaction) => {
			const known = await context.known.find(transaction, id);
			if (known === null) return [];
			const page = await reachableAgents(context, transaction, known, { limit: MOST_REACHED, cursor: null });
			return page.items.map((agent) => agent.id as string).filter((target) => shown.has(target));
		});
	return reach;
}
