import type { LedgerRecord, RecordPage } from "../ledger/index.ts";

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
): Promise<readonly RecordedDecision[]> {
	const decisions: RecordedDecision[] = [];
	let cursor: string | null = null;
	do {
		const page: RecordPage = await list(cursor === null ? { limit: PAGE } : { limit: PAGE, cursor });
		for (const record of page.items) decisions.push({ record, request: record.request, whole: isWhole(record.request) });
		cursor = page.next_cursor;
	} while (cursor !== null && decisions.length < MOST);
	return decisions;
}

/** A secret that was redacted, or a request that was too long to be kept, cannot be decided again. */
function isWhole(request: unknown): boolean {
	if (typeof request !== "object" || request === null || !("kind" in request) || "truncated" in request) return false;
	return !JSON.stringify(request).includes("[redacted]");
}
