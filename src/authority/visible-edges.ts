import { listAgents } from "../agents/index.ts";
import { type Edge, type EdgeList, findGroup, listEdges, listGroups } from "../messages/index.ts";
import { type Connection, cursorOfKey, type Page } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import { seeAgent } from "./find-agent-for.ts";
import { shownTo } from "./groups.ts";

const BATCH = 1_000;
const GROUP = "group:";

/**
 * One page of the edges of which a person may know both ends.
 * SECURITY: the cursor names an edge that was shown; one of the store's own pages would name others' agents (test/rest/attack.test.ts).
 */
export async function visibleEdges(connection: Connection, caller: Caller, query: EdgeList): Promise<Page<Edge>> {
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
