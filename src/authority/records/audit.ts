import { principalName } from "../../engine/index.ts";
import {
	type LedgerCounts,
	type LedgerFilter,
	type LedgerRecord,
	type RecordPage,
	type Verification,
	verifyLedger,
} from "../../ledger/index.ts";
import { type Agent, descendantsOf, findAgent, listAgents } from "../../state/agents/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { codeFor } from "../uniform.ts";
import { changing, note, recording } from "../work.ts";
import { eventsOfRecord, type LedgerEvent } from "./events.ts";

/** Records that the caller may see: administrators and system keys all, others those of their agents. */
export async function records(context: Context, caller: Caller, filter: LedgerFilter): Promise<RecordPage> {
	const holders = await visibleAgents(context, caller);
	if (holders === null) return readPage(context, filter);
	const wanted = filter.agent === undefined ? [...holders.keys()] : [filter.agent].flat().filter((agent) => holders.has(agent));
	if (wanted.length === 0) return { items: [], next_cursor: null };
	const first = wanted.reduce((least, agent) => Math.min(least, holders.get(agent) ?? least), Number.POSITIVE_INFINITY);
	const page = await readPage(context, { ...filter, agent: wanted, since: Math.max(first, filter.since ?? first) }, (record) =>
		isTheirs(record, holders),
	);
	if (caller.principal.kind !== "agent") return page;
	return { ...page, items: page.items.map((record) => (record.code === null ? record : { ...record, code: codeFor(record.code) })) };
}

/** How many records there are, by kind and effect; administrators and system keys only. */
export async function countRecords(context: Context, caller: Caller, filter: LedgerFilter): Promise<Outcome<LedgerCounts>> {
	if (caller.principal.kind !== "system" && !hasRole(caller, "admin")) return refuse("not-permitted", "Only an administrator may do this");
	return done(await context.ledger.count(filter));
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
		if (before > context.clock.now()) return refuse("invalid-request", "That moment lies in the future: only past records can be removed");
		const retained = await context.ledger.retain(transaction, before, principalName(caller.principal));
		return done({ removed: retained.removed });
	});
}

/** Agents that live, and since when each has held its id. */
type Holders = ReadonlyMap<string, number>;

async function visibleAgents(context: Context, caller: Caller): Promise<Holders | null> {
	const { principal } = caller;
	if (principal.kind === "system" || hasRole(caller, "admin")) return null;
	if (principal.kind === "person") return accessibleTo(context, principal.email);
	return context.store.look(async (connection) => {
		const itself = await findAgent(connection, principal.id);
		return itself === null ? new Map() : holdersOf([itself, ...(await descendantsOf(connection, principal.id))]);
	});
}

function holdersOf(agents: readonly Agent[]): Holders {
	return new Map(agents.map(({ id, namedAt }) => [id, namedAt]));
}

/** As many as one statement takes; who has more agents than that sees the records of the first. */
const MOST_AGENTS = 16_000;

async function accessibleTo(context: Context, email: string): Promise<Holders> {
	return context.store.look(async (connection) => {
		const agents: Agent[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, { accessibleTo: email, limit: 1_000, cursor });
			agents.push(...page.items);
			cursor = page.next_cursor;
		} while (cursor !== null && agents.length < MOST_AGENTS);
		return holdersOf(agents);
	});
}

const MOST_CHARACTERS = 8 * 1024 * 1024;
/** How many records are read at once: even the largest records fit into about one answer. */
const FEW = 256;

/**
 * One page of the ledger, shorter than asked for when its records are large.
 * SECURITY: a denied caller chooses how large the records are; no page of them may hold up the server
 * (test/socket/connections.test.ts).
 */
export async function readPage(
	context: Context,
	filter: LedgerFilter,
	isWanted: (record: LedgerRecord) => boolean = () => true,
): Promise<RecordPage> {
	const { limit = 100, cursor } = filter;
	const items: LedgerRecord[] = [];
	let next: string | null = cursor ?? null;
	let characters = 0;
	do {
		const page: RecordPage = await context.ledger.list({
			...filter,
			...(next === null ? {} : { cursor: next }),
			limit: Math.min(FEW, limit - items.length),
		});
		items.push(...page.items.filter(isWanted));
		for (const record of page.items) characters += JSON.stringify(record).length;
		next = page.next_cursor;
	} while (next !== null && items.length < limit && characters < MOST_CHARACTERS);
	return { items, next_cursor: next };
}

/** SECURITY: what was recorded of an id before its holder had it is not for who may see the holder (test/authority/lifecycle.test.ts). */
function isTheirs({ agent, at }: LedgerRecord, holders: Holders): boolean {
	return agent !== null && Date.parse(at) >= (holders.get(agent) ?? Number.POSITIVE_INFINITY);
}

/** Writes what somebody wants to have on record. */
export function addNote(
	context: Context,
	caller: Caller,
	said: { readonly message: string; readonly details?: unknown },
): Promise<Outcome<string>> {
	return recording(context, caller, async (transaction) =>
		done(
			note(context, transaction, caller, {
				kind: "note",
				agent: caller.principal.kind === "agent" ? caller.principal.id : null,
				request: { action: "noted", ...said },
			}),
		),
	);
}
