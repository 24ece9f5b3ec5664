import { descendantsOf } from "../agents/index.ts";
import { listApprovals, liveGrantsOf } from "../grants/index.ts";
import { isActive, listKeys } from "../identity/index.ts";
import { edgesOf, groupsOf, queuedCount } from "../messages/index.ts";
import type { Connection } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { seeAgent } from "./find-agent-for.ts";
import { mayEnd } from "./may.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { staleAgent } from "./stale-agent.ts";

/** What ends when an agent ends. */
export interface Impact {
	readonly agent: string;
	/** Deepest first. */
	readonly descendants: readonly string[];
	readonly edges_in: readonly string[];
	readonly edges_out: readonly string[];
	readonly keys: number;
	readonly grants: number;
	readonly approvals: number;
	readonly queued_messages: number;
	readonly groups: readonly string[];
}

/** What ending an agent would end, its descendants included; refused as ending would be. */
export function impact(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Impact>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, id);
		if (!seen.ok) return seen;
		if (!mayEnd(caller, seen.value))
			return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
		const stale = staleAgent(seen.value, expectedVersion);
		if (stale !== null) return stale;
		const descendants = (await descendantsOf(connection, id)).map((agent) => agent.id);
		const all = [...descendants, id];
		const counts = { keys: 0, grants: 0, approvals: 0, queued_messages: 0 };
		for (const one of all) {
			const now = context.clock.now();
			counts.keys += (await listKeys(connection, { agent: one, limit: 1_000 })).items.filter((key) => isActive(key, now)).length;
			counts.grants += (await liveGrantsOf(connection, one, now)).length;
			counts.approvals += (await listApprovals(connection, { agent: one, status: "pending", limit: 1_000 })).items.length;
			counts.queued_messages += await queuedCount(connection, one);
		}
		return done({ agent: id, descendants, ...(await edgesOfAll(connection, all)), ...counts, groups: await groupsOf(connection, id) });
	});
}

/** The other ends of the edges that go: those between two that end are in both lists. */
async function edgesOfAll(
	connection: Connection,
	ids: readonly string[],
): Promise<{ readonly edges_in: readonly string[]; readonly edges_out: readonly string[] }> {
	const into = new Set<string>();
	const out = new Set<string>();
	for (const id of ids) {
		const edges = await edgesOf(connection, id);
		for (const { source } of edges.in) into.add(source);
		for (const { target } of edges.out) out.add(target);
	}
	return { edges_in: [...into].toSorted(), edges_out: [...out].toSorted() };
}
