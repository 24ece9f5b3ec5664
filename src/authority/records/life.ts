import { parseAgentId } from "../../engine/index.ts";
import type { LedgerFilter, LedgerRecord, RecordPage } from "../../ledger/index.ts";
import type { Agent } from "../../state/agents/index.ts";
import type { Context } from "../context.ts";
import { readPage } from "./audit.ts";

/** A recorded decision; `whole` = nothing of its request was left out of the record. */
export interface RecordedDecision {
	readonly record: LedgerRecord;
	readonly request: unknown;
	readonly whole: boolean;
}

const PAGE = 1_000;
/** How many are read at once; older ones are left out. */
const MOST = 100_000;

/** All decisions that a listing gives, page by page. */
export async function readDecisions(
	list: (page: { readonly limit: number; readonly cursor?: string }) => Promise<RecordPage>,
	most = MOST,
): Promise<readonly RecordedDecision[]> {
	const decisions: RecordedDecision[] = [];
	let cursor: string | null = null;
	do {
		const page: RecordPage = await list(cursor === null ? { limit: PAGE } : { limit: PAGE, cursor });
		for (const record of page.items) decisions.push({ record, request: record.request, whole: isWhole(record.request) });
		cursor = page.next_cursor;
	} while (cursor !== null && decisions.length < most);
	return decisions;
}

/** The decisions about one agent, under every name that it had. */
export async function readDecisionsOf(
	context: Context,
	life: readonly Stretch[],
	filter: LedgerFilter,
): Promise<readonly RecordedDecision[]> {
	let decisions: readonly RecordedDecision[] = [];
	for (const stretch of life) {
		if (decisions.length >= MOST) break;
		const within = { ...filter, ...spanOf(stretch, filter), agent: stretch.name };
		const more = await readDecisions(
			(page) => readPage(context, { ...within, ...page }, (record) => isOfLife(record, [stretch])),
			MOST - decisions.length,
		);
		decisions = [...decisions, ...more];
	}
	return decisions;
}

/** Both ends are moments with several records in them: which of these count is told by `isOfLife`. */
function spanOf({ since, end }: Stretch, filter: LedgerFilter): Pick<LedgerFilter, "since" | "until"> {
	const until = Math.min(filter.until ?? Number.POSITIVE_INFINITY, end === null ? Number.POSITIVE_INFINITY : Date.parse(end.at) + 1);
	return { since: Math.max(since, filter.since ?? since), ...(Number.isFinite(until) ? { until } : {}) };
}

/** A secret that was redacted, or a request that was too long to be kept, cannot be decided again. */
function isWhole(request: unknown): boolean {
	if (typeof request !== "object" || request === null || !("kind" in request) || "truncated" in request) return false;
	return !JSON.stringify(request).includes("[redacted]");
}

/** What an agent did under one of its names: what is recorded of the name between two records. */
export interface Stretch {
	readonly name: string;
	/** What gave it the name: its birth, a rename, a restored snapshot; `null` = it is no longer recorded. */
	readonly begin: LedgerRecord | null;
	/** The rename that took it away; `null` = it is called so now. */
	readonly end: LedgerRecord | null;
	/** The earliest moment of it. */
	readonly since: number;
}

/**
 * Under which names a living agent was recorded and when, the newest first, back to its birth.
 * SECURITY: an id can have been another's before, and one that learns from the other takes its powers (test/learn/one-life.test.ts).
 */
export async function traceLife(context: Context, agent: Agent): Promise<readonly Stretch[]> {
	// Where a snapshot is restored no agent lives: whatever was recorded before is of others.
	const restored = await findNewest(context, { kind: "node" }, (record) => actionOf(record) === "restored");
	const life: Stretch[] = [];
	let [name, end, since]: [string, LedgerRecord | null, number] = [agent.id, null, agent.namedAt];
	for (;;) {
		const turn = await findTurn(context, name, agent.createdAt, end);
		const begin = laterOf(turn, restored);
		life.push({ name, begin, end, since: Math.max(turn === null ? since : 0, begin === null ? 0 : Date.parse(begin.at)) });
		const former = begin === null || begin !== turn ? null : formerName(begin);
		if (former === null) return life;
		[name, end, since] = [former, begin, agent.createdAt];
	}
}

/** Whether a record is of this life. */
export function isOfLife(record: LedgerRecord, life: readonly Stretch[]): boolean {
	return life.some(
		({ name, begin, end, since }) =>
			record.agent === name &&
			Date.parse(record.at) >= since &&
			(begin === null || isBefore(begin, record)) &&
			(end === null || isBefore(record, end)),
	);
}

/** The last time before a record that a name was given or became free; nodes keep their records for different times, so never one before the birth. */
function findTurn(context: Context, name: string, since: number, before: LedgerRecord | null): Promise<LedgerRecord | null> {
	const until = before === null ? {} : { until: Date.parse(before.at) + 1 };
	return findNewest(
		context,
		{ agent: name, kind: ["spawn", "terminate", "agent"], since, ...until },
		(record) => isTurn(record) && (before === null || isBefore(record, before)),
	);
}

function isTurn(record: LedgerRecord): boolean {
	const action = actionOf(record);
	switch (record.kind) {
		case "spawn":
			return action === "created";
		case "terminate":
			return action === "terminated";
		default:
			return action === "renamed";
	}
}

/** The name before a rename; `null` = the record is of no rename. */
function formerName({ kind, request }: LedgerRecord): string | null {
	if (kind !== "agent" || typeof request !== "object" || request === null || !("from" in request)) return null;
	const former = parseAgentId(String(request.from));
	return former.ok ? former.id : null;
}

function actionOf({ request }: LedgerRecord): unknown {
	return typeof request === "object" && request !== null && "action" in request ? request.action : null;
}

async function findNewest(
	context: Context,
	filter: LedgerFilter,
	isWanted: (record: LedgerRecord) => boolean,
): Promise<LedgerRecord | null> {
	let cursor: string | null = null;
	do {
		const page: RecordPage = await context.ledger.list(cursor === null ? filter : { ...filter, cursor });
		const found = page.items.find(isWanted);
		if (found !== undefined) return found;
		cursor = page.next_cursor;
	} while (cursor !== null);
	return null;
}

function laterOf(one: LedgerRecord | null, other: LedgerRecord | null): LedgerRecord | null {
	if (one === null || other === null) return one ?? other;
	return isBefore(other, one) ? one : other;
}

/** Chains of two nodes have only their clocks in common: of the same moment neither is before the other. */
function isBefore(one: LedgerRecord, other: LedgerRecord): boolean {
	return one.node === other.node ? one.seq < other.seq : Date.parse(one.at) < Date.parse(other.at);
}
