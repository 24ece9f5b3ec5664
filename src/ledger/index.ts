/** The record of everything that was decided: drafted, chained, signed, listed, exported and verified. */
export { contentDigest } from "./draft-record.ts";
export { eventsOf } from "./events-of.ts";
export { EXPORT_FORMATS, type ExportFormat, exportRecords } from "./export-records.ts";
export { listLedgerRows } from "./fast/lookup.ts";
export { LEDGER_KINDS, type LedgerEntry, type LedgerRecord } from "./ledger-record.ts";
export { readLedgerRows } from "./ledger-rows.ts";
export { isLedgerCursor, type LedgerCounts, type LedgerFilter, listRecords, type RecordPage } from "./list-records.ts";
export { type Ledger, openLedger } from "./open-ledger.ts";
export { isLedgerPosition, positionAfter } from "./read-on.ts";
export { type LedgerFault, type Verification, verifyLedger } from "./verify-ledger.ts";
