import { WritError } from "../platform/index.ts";

/**
 * Why the database, and not one work, failed: it cannot be reached, somebody else holds it too long, it takes no more, or what it
 * holds is damaged.
 */
export const BROKEN_STORE = ["store-unreachable", "store-busy", "store-unwritable", "store-corrupt"] as const;
export type BrokenStoreCode = (typeof BROKEN_STORE)[number];

/** The error that every back-end throws when the database itself fails. */
export function brokenStore(code: BrokenStoreCode, message: string, cause?: unknown): WritError {
	return new WritError(code, message, { cause });
}

/** Whether the database itself failed, so that nothing else can succeed in the same commit. */
export function isBrokenStore(error: unknown): boolean {
	return error instanceof WritError && BROKEN_STORE.some((code) => code === error.code);
}

/** What any thrown value says. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
