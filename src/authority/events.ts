import { descendantsOf } from "../agents/index.ts";
import type { Principal } from "../engine/index.ts";
import { eventsOf, type LedgerRecord } from "../ledger/index.ts";
import type { Context } from "./context.ts";

/** Something that happened, as subscribers hear it. */
export interface LedgerEvent {
	readonly event: string;
	readonly data: Readonly<Record<string, unknown>>;
	/** Place of its record: never twice on one node, and growing. */
	readonly seq: number;
	readonly node: string;
	readonly at: string;
	/** The agent that it is about. */
	readonly agent: string | null;
	readonly correlationId: string | null;
}

/** What a record says happened. */
export function eventsOfRecord(record: LedgerRecord): readonly LedgerEvent[] {
	const { seq, node, at, agent, correlation_id: correlationId } = record;
	return eventsOf(record).map(({ event, data }) => ({ event, data, seq, node, at, agent, correlationId }));
}

/** Calls back for everything that happens from now on. */
export function onEvent(context: Context, listener: (event: LedgerEvent) => void): () => void {
	return context.ledger.subscribe((record) => {
		for (const event of eventsOfRecord(record)) listener(event);
	});
}

/** Calls back when keys or agents ended, so that points let go of connections that are nobody's any more. */
export function onEnded(context: Context, listener: () => void): () => void {
	return context.signals.on(ENDED, listener);
}

/** The signal that keys or agents ended. */
export const ENDED = "ended";

/** An agent hears of itself and of its descendants; the list of those is as it is now. */
export async function audienceOf(context: Context, principal: Principal): Promise<(event: LedgerEvent) => boolean> {
	if (principal.kind !== "agent") return () => true;
	const below = await context.store.look((connection) => descendantsOf(connection, principal.id));
	const heard = new Set<string>([principal.id, ...below.map((agent) => agent.id)]);
	return ({ agent, data }) => (agent !== null && heard.has(agent)) || isChildOf(data, heard);
}

/** A child that was born later names its parent. */
function isChildOf(data: Readonly<Record<string, unknown>>, heard: Set<string>): boolean {
	const { parent_id: parent, agent_id: agent } = data;
	if (typeof parent !== "string" || !heard.has(parent)) return false;
	if (typeof agent === "string") heard.add(agent);
	return true;
}
