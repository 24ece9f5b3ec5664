import type { LedgerFilter, LedgerRecord, RecordPage } from "../ledger/index.ts";
import { readPage } from "./audit.ts";
import type { Context } from "./context.ts";
import { isOfLife, type Stretch } from "./trace-life.ts";

/** A recorded decision; `whole` = nothing of its request was left out of the record. */
export interface RecordedDecision {
	readonly record: LedgerRecord;
	readonly request: unknown;
	readonly whole: boolean;
}

const PAGE = 1_000;
/** So many are read at once; older ones are left out. */
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
