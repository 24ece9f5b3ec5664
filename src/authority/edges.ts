import { principalName } from "../engine/index.ts";
import { type Edge, listEdges, removeEdge, setEdge } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import { hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import type { Known } from "./known-agents.ts";
import { mayChange } from "./may.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { visibleEdges } from "./visible-edges.ts";
import { changing, note } from "./work.ts";

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
