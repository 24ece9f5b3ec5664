import { principalName } from "../../engine/index.ts";
import { listAgents } from "../../state/agents/index.ts";
import { type Edge, type EdgeList, findGroup, listEdges, listGroups, removeEdge, setEdge } from "../../state/edges/index.ts";
import { type Connection, cursorOfKey, type Page, type Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor, seeAgent } from "../find-agent.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { shownTo } from "./groups.ts";

/** What a person says of a pair. */
export interface EdgeWish {
	readonly source: string;
	readonly target: string;
	readonly effect?: Edge["effect"];
	/** Milliseconds since 1970. */
	readonly expiresAt?: number | null;
	readonly rate?: Edge["rate"];
	readonly reason?: string | null;
	/** The version that the caller has seen: another one is not overwritten. */
	readonly expectedVersion?: number;
}

/** Lets one agent or group reach another, or blocks it. */
export function putEdge(
	context: Context,
	caller: Caller,
	wish: EdgeWish,
): Promise<Outcome<{ readonly edge: Edge; readonly created: boolean }>> {
	return changing(context, caller, (transaction) => putOne(context, transaction, caller, wish));
}

/** Sets and removes many edges, all or none. */
export function changeEdges(
	context: Context,
	caller: Caller,
	set: readonly EdgeWish[],
	remove: readonly Pick<Edge, "source" | "target">[],
): Promise<Outcome<number>> {
	return changing(context, caller, async (transaction) => {
		for (const wish of set) {
			const outcome = await putOne(context, transaction, caller, wish);
			if (!outcome.ok) return outcome;
		}
		for (const { source, target } of remove) {
			const outcome = await removeOne(context, transaction, caller, source, target);
			if (!outcome.ok) return outcome;
		}
		return done(set.length + remove.length);
	});
}

/** Whether there was an edge to remove. */
export function dropEdge(
	context: Context,
	caller: Caller,
	source: string,
	target: string,
	expectedVersion?: number,
): Promise<Outcome<boolean>> {
	return changing(context, caller, (transaction) => removeOne(context, transaction, caller, source, target, expectedVersion));
}

/** Edges that the caller may see: administrators and system keys all, others those between two that they may know of. */
export function edges(
	context: Context,
	caller: Caller,
	query: { readonly source?: string; readonly target?: string; readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof listEdges> {
	const seesAll = caller.principal.kind === "system" || hasRole(caller, "admin");
	return context.store.look((connection) => (seesAll ? listEdges(connection, query) : visibleEdges(connection, caller, query)));
}

/** Sets one edge inside a work. */
export async function putOne(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	wish: EdgeWish,
): Promise<Outcome<{ readonly edge: Edge; readonly created: boolean }>> {
	const permitted = await permitSource(context, transaction, caller, wish.source);
	if (!permitted.ok) return permitted;
	const known = await permitTarget(context, transaction, caller, wish.target);
	if (!known.ok) return known;
	const set = await setEdge(transaction, { ...wish, grantedBy: principalName(caller.principal), now: context.clock.now() });
	if (!set.ok) return refuse(set.code, set.message);
	const { source, target, effect, expires_at, rate, reason } = set.edge;
	note(context, transaction, caller, {
		kind: "edge",
		agent: source.startsWith("group:") ? null : source,
		request: { action: "set", source, target, effect, expires_at, rate, reason },
	});
	return done({ edge: set.edge, created: set.created });
}

/** Removes one edge inside a work. */
export async function removeOne(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	source: string,
	target: string,
	expectedVersion?: number,
): Promise<Outcome<boolean>> {
	const permitted = await permitSource(context, transaction, caller, source);
	if (!permitted.ok) return permitted;
	const outcome = await removeEdge(transaction, source, target, expectedVersion);
	if (!outcome.ok && outcome.code === "stale") return refuse(outcome.code, outcome.message);
	const removed = outcome.ok;
	if (removed)
		note(context, transaction, caller, {
			kind: "edge",
			agent: source.startsWith("group:") ? null : source,
			request: { action: "removed", source, target },
		});
	return done(removed);
}

/** People say whom their own agents reach; groups are for administrators. */
export async function permitSource(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	source: string,
): Promise<Outcome<Known | null>> {
	const found = await permitTarget(context, transaction, caller, source);
	if (!found.ok || found.value === null || mayChange(caller, found.value.agent)) return found;
	return refuse("not-permitted", "Only the owner can modify agent permissions");
}

/** SECURITY: nobody lets an agent reach what its owner cannot reach, nor learns that way what there is (test/rest/permissions.test.ts). */
export async function permitTarget(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	target: string,
): Promise<Outcome<Known | null>> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	if (target.startsWith("group:"))
		return hasRole(caller, "admin") ? done(null) : refuse("not-permitted", "Only an administrator connects groups");
	const found = await findAgentFor(context, transaction, caller, target);
	return found.ok ? found : refuse("unknown-agent", `Agent '${target}' does not exist or is not accessible`);
}

const BATCH = 1_000;
const GROUP = "group:";

/**
 * One page of the edges of which a person may know both ends.
 * SECURITY: the cursor names an edge that was shown; one of the store's own pages would name others' agents (test/rest/attack.test.ts).
 */
async function visibleEdges(connection: Connection, caller: Caller, query: EdgeList): Promise<Page<Edge>> {
	const { limit, cursor = null, source, target } = query;
	const knows = knownEnds(connection, caller);
	for (const end of [source, target]) if (end !== undefined && !(await knows(end))) return NOTHING;
	const isWhole = source === undefined && target === undefined;
	const found: Edge[] = [];
	for await (const edge of isWhole ? edgesOfKnown(connection, caller, cursor) : everyEdge(connection, query)) {
		if (!(await knows(edge.source)) || !(await knows(edge.target))) continue;
		const last = found.at(-1);
		if (found.length === limit && last !== undefined) return { items: found, next_cursor: `${last.source}>${last.target}` };
		found.push(edge);
	}
	return { items: found, next_cursor: null };
}

const NOTHING: Page<Edge> = { items: [], next_cursor: null };

/** Whether the caller may know of an end; each is looked up once. */
function knownEnds(connection: Connection, caller: Caller): (end: string) => Promise<boolean> {
	const known = new Map<string, boolean>();
	return async (end) => {
		const held = known.get(end);
		if (held !== undefined) return held;
		const isKnown = end.startsWith(GROUP)
			? await knowsGroup(connection, caller, end.slice(GROUP.length))
			: (await seeAgent(connection, caller, end)).ok;
		known.set(end, isKnown);
		return isKnown;
	};
}

async function knowsGroup(connection: Connection, caller: Caller, name: string): Promise<boolean> {
	const group = await findGroup(connection, name);
	return group !== null && (await shownTo(connection, caller, group)) !== null;
}

/** Few of many: edges that begin at others' agents are not even read. */
async function* edgesOfKnown(connection: Connection, caller: Caller, cursor: string | null): AsyncGenerator<Edge> {
	const [begin = ""] = cursor?.split(">") ?? [];
	if (begin !== "") yield* everyEdge(connection, { source: begin, cursor });
	for await (const source of sourcesAfter(connection, caller, begin)) yield* everyEdge(connection, { source });
}

/** Agents first, then groups. */
async function* sourcesAfter(connection: Connection, { principal }: Caller, begin: string): AsyncGenerator<string> {
	if (principal.kind !== "person") return;
	const isGroup = begin.startsWith(GROUP);
	let cursor: string | null = isGroup ? null : cursorOfKey(begin);
	while (!isGroup && cursor !== null) {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, {
			accessibleTo: principal.email,
			limit: BATCH,
			cursor,
		});
		for (const { id } of page.items) yield id;
		cursor = page.next_cursor;
	}
	let after: string | null = isGroup ? begin.slice(GROUP.length) : "";
	while (after !== null) {
		const page: Awaited<ReturnType<typeof listGroups>> = await listGroups(connection, { limit: BATCH, cursor: after });
		for (const { name } of page.items) yield `${GROUP}${name}`;
		after = page.next_cursor;
	}
}

async function* everyEdge(connection: Connection, { cursor = null, ...filter }: Omit<EdgeList, "limit">): AsyncGenerator<Edge> {
	let after: string | null = cursor;
	do {
		const page: Awaited<ReturnType<typeof listEdges>> = await listEdges(connection, { ...filter, limit: BATCH, cursor: after });
		yield* page.items;
		after = page.next_cursor;
	} while (after !== null);
}
