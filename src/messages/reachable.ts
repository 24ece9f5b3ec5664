import type { EdgeVerdict } from "../engine/index.ts";
import { type Connection, type Page, pageOfReachableRows, textOf } from "../store/index.ts";
import type { Edge } from "./edge.ts";
import { judgeEdges } from "./judge-edge.ts";

/** An agent that an edge leads to: `rate` = it is allowed, but not at this moment. */
export interface Reachable {
	readonly id: string;
	readonly verdict: Extract<EdgeVerdict, "allow" | "rate">;
	readonly edge: Edge;
}

/** All agents that edges let an agent reach, in the order of ids, page by page; never itself, never one that is blocked or whose edge expired. */
export async function reachable(
	connection: Connection,
	source: string,
	now: number,
	{ limit, cursor = null }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page<Reachable>> {
	const items: Reachable[] = [];
	let after = cursor ?? "";
	for (;;) {
		const ids = (await pageOfReachableRows(connection, source, now, after, limit + 1)).map((row) => textOf(row, "id"));
		const judgements = await judgeEdges(connection, source, ids, now);
		for (const id of ids) {
			const judged = judgements.get(id);
			if (judged === undefined || judged.edge === null || (judged.verdict !== "allow" && judged.verdict !== "rate")) continue;
			// One more than the page holds shows that there is a next page.
			if (items.length === limit) return { items, next_cursor: items.at(-1)?.id ?? null };
			items.push({ id, verdict: judged.verdict, edge: judged.edge });
		}
		if (ids.length <= limit) return { items, next_cursor: null };
		after = ids.at(-1) ?? after;
	}
}
