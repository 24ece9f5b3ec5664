import type { Effect, Source } from "../engine/index.ts";
import { WritError } from "../platform/index.ts";
import type { LedgerRow } from "./ledger-rows.ts";

/** What a record can be about. */
export const LEDGER_KINDS = [
	"decision",
	"spawn",
	"terminate",
	"agent",
	"edge",
	"group",
	"key",
	"grant",
	"approval",
	"message",
	"budget",
	"sandbox",
	"mcp",
	"setting",
	"login",
	"node",
	"note",
	"retention",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** What somebody hands in to be recorded; the ledger adds the rest of the record. */
export interface LedgerEntry {
	readonly kind: LedgerKind;
	/** As `principalName` writes it. */
	readonly principal: string;
	readonly keyId: string | null;
	readonly agent: string | null;
	readonly point: string | null;
	/** JSON; secrets in it are redacted, a message's `content` is kept as its digest, and of more than 16 KiB only what is short. */
	readonly request: unknown;
	readonly effect: Effect | null;
	readonly code: string | null;
	readonly rule?: string | undefined;
	readonly source?: Source | undefined;
	readonly writDigest: string | null;
	readonly correlationId: string | null;
	/** Who the caller said it was, when that differs from who it is. */
	readonly claimed?: unknown;
}

/** One record of the ledger as it stands in the chain and on every wire. */
export interface LedgerRecord {
	readonly node: string;
	readonly seq: number;
	readonly id: string;
	readonly at: string;
	readonly kind: LedgerKind;
	readonly principal: string;
	readonly key_id: string | null;
	readonly agent: string | null;
	readonly point: string | null;
	readonly request: unknown;
	readonly effect: Effect | null;
	readonly code: string | null;
	readonly rule: string | null;
	readonly source: Source | null;
	readonly writ_digest: string | null;
	readonly correlation_id: string | null;
	readonly claimed?: unknown;
	/** The hash of the record before, zeros for the first. */
	readonly prev: string;
}

/** The `prev` of a chain's first record. */
export const NO_HASH = "0".repeat(64);

/** Reads a record that this ledger wrote; broken text means that somebody else wrote it. */
export function parseRecord(row: Pick<LedgerRow, "node" | "seq" | "record">): LedgerRecord {
	const record = readRecord(row.record);
	if (record !== null) return record;
	throw new WritError("ledger-broken", `Record ${row.seq} of node ${row.node} is not readable: writ audit verify says more`);
}

/** The record in a text, or `null`. */
export function readRecord(text: string): LedgerRecord | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? (value as LedgerRecord) : null;
	} catch {
		return null;
	}
}
