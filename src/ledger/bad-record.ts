import type { Connection } from "../store/index.ts";

/** What is wrong with a record. */
export const LEDGER_FAULTS = ["edited", "deleted", "reordered", "truncated", "bad-signature"] as const;
export type LedgerFault = (typeof LEDGER_FAULTS)[number];

/** The first record of a chain that is not as it was written, or that is missing. */
export interface BadRecord {
	readonly node: string;
	readonly seq: number;
	readonly fault: LedgerFault;
	/** What a person should know beyond the fault, such as the file that is missing. */
	readonly message?: string;
}

/** Reads one committed state; each page of a long chain is its own look, so that others get their turn. */
export type Look = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
