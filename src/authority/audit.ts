import { descendantsOf, listAgents } from "../agents/index.ts";
import { principalName } from "../engine/index.ts";
import { type LedgerFilter, type RecordPage, type Verification, verifyLedger } from "../ledger/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { eventsOfRecord, type LedgerEvent } from "./events.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { codeFor } from "./uniform.ts";
import { changing } from "./work.ts";

/** Records that the caller may see: administrators and system keys all, others those of their agents. */
export async function records(context: Context, caller: Caller, filter: LedgerFilter): Promise<RecordPage> {
	const agents = await visibleAgents(context, caller);
	if (agents === null) return context.ledger.list(filter);
	const wanted = filter.agent === undefined ? agents : [filter.agent].flat().filter((agent) => agents.includes(agent));
	if (wanted.length === 0) return { items: [], next_cursor: null };
	const page = await context.ledger.list({ ...filter, agent: wanted });
	if (caller.principal.kind !== "agent") return page;
	return { ...page, items: page.items.map((record) => (record.code === null ? record : { ...record, code: codeFor(record.code) })) };
}

/** The same as events, for those who think in events. */
export async function pastEvents(context: Context, caller: Caller, filter: LedgerFilter): Promise<readonly LedgerEvent[]> {
	return (await records(context, caller, filter)).items.flatMap(eventsOfRecord);
}

/** Whether every chain is whole. */
export function verify(context: Context): Promise<Verification> {
	return verifyLedger(context.store, { folder: `${context.home}/ledger` });
}

/** Replaces records from before a moment by one signed record; only administrators, and never without one. */
export function retain(context: Context, caller: Caller, before: number): Promise<Outcome<{ readonly removed: number }>> {
	return changing(context, caller, async (transaction) => {
		if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
		const retained = await context.ledger.retain(transaction, before, principalName(caller.principal));
		return done({ removed: retained.removed });
	});
}

async function visibleAgents(context: Context, caller: Caller): Promise<readonly string[] | null> {
	const { principal } = caller;
	if (principal.kind === "system" || hasRole(caller, "admin")) return null;
	if (principal.kind === "person") return ownedBy(context, principal.email);
	const below = await context.store.look((connection) => descendantsOf(connection, principal.id));
	return [principal.id, ...below.map((agent) => agent.id)];
}

async function ownedBy(context: Context, owner: string): Promise<readonly string[]> {
	return context.store.look(async (connection) => {
		const { items } = await listAgents(connection, { owner, limit: 1_000, cursor: null });
		return items.map((agent) => agent.id);
	});
}
