import {
	type Connection,
	deleteEdgeRow,
	findEdgeRow,
	type Page,
	pageOf,
	pageOfEdgeRows,
	type Refusal,
	refused,
	type Transaction,
	textOf,
} from "../store/index.ts";
import { type Edge, edgeOf } from "./edge.ts";
import { touchEdge } from "./set-edge.ts";

/** The edge of one pair, as written; groups are not looked into. */
export async function findEdge(connection: Connection, source: string, target: string): Promise<Edge | null> {
	const row = await findEdgeRow(connection, source, target);
	return row === null ? null : edgeOf(row);
}

/** Which edges a list shows, and from where on. */
export interface EdgeList {
	readonly source?: string;
	readonly target?: string;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** Edges by source and target, page by page; stable while others are written. */
export async function listEdges(connection: Connection, { limit, cursor = null, ...filter }: EdgeList): Promise<Page<Edge>> {
	const [source = "", target = ""] = cursor?.split(">") ?? [];
	const rows = await pageOfEdgeRows(connection, filter, { source, target }, limit + 1);
	return pageOf(rows, limit, edgeOf, (row) => `${textOf(row, "source")}>${textOf(row, "target")}`);
}

/** The edges that name an agent itself, in both directions: what ends with it. */
export async function edgesOf(
	connection: Connection,
	agent: string,
	limit = Number.MAX_SAFE_INTEGER - 1,
): Promise<{ readonly in: readonly Edge[]; readonly out: readonly Edge[] }> {
	const incoming = await listEdges(connection, { target: agent, limit });
	const outgoing = await listEdges(connection, { source: agent, limit });
	return { in: incoming.items, out: outgoing.items };
}

export type RemoveEdgeOutcome =
	| { readonly ok: true; readonly edge: Edge }
	| Refusal<"not-found">
	| (Refusal<"stale"> & { readonly edge: Edge });

/** Ends the edge of one pair, allow or block. */
export async function removeEdge(
	transaction: Transaction,
	source: string,
	target: string,
	expectedVersion?: number,
): Promise<RemoveEdgeOutcome> {
	const edge = await findEdge(transaction, source, target);
	if (edge === null) return refused("not-found", "There is no such edge");
	if (expectedVersion !== undefined && expectedVersion !== edge.version)
		return { ...refused("stale", "The edge was changed by someone else"), edge };
	await deleteEdgeRow(transaction, edge.id);
	touchEdge(transaction, source, target);
	return { ok: true, edge };
}
