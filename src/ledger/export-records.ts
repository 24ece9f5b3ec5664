import { canonicalText } from "./canonical-text.ts";
import type { LedgerRecord } from "./ledger-record.ts";
import { ocsfEvent } from "./ocsf-event.ts";

/** The formats that records leave in. */
export const EXPORT_FORMATS = ["jsonl", "csv", "ocsf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Records as text, line by line. `jsonl` has exactly the texts that were hashed, so the chain of an export can be checked without
 * the database; `ocsf` has one event of the Open Cybersecurity Schema Framework on each line.
 */
export async function* exportRecords(format: ExportFormat, records: AsyncIterable<LedgerRecord>): AsyncGenerator<string> {
	if (format === "csv") yield `${CSV_COLUMNS.join(",")}\r\n`;
	for await (const record of records) yield lineOf(format, record);
}

const CSV_COLUMNS = [
	"node",
	"seq",
	"id",
	"at",
	"kind",
	"principal",
	"key_id",
	"agent",
	"point",
	"effect",
	"code",
	"rule",
	"source",
	"writ_digest",
	"correlation_id",
	"claimed",
	"request",
	"prev",
] as const;

function lineOf(format: ExportFormat, record: LedgerRecord): string {
	if (format === "jsonl") return `${canonicalText(record)}\n`;
	if (format === "ocsf") return `${JSON.stringify(ocsfEvent(record))}\n`;
	return `${CSV_COLUMNS.map((column) => cellOf(record[column])).join(",")}\r\n`;
}

function cellOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	const text = typeof value === "string" ? value : canonicalText(value);
	// SECURITY: a spreadsheet would run a cell that begins like this as a formula.
	const harmless = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
