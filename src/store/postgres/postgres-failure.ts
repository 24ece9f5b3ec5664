import { DatabaseError } from "pg";
import type { WritError } from "../../platform/index.ts";
import { brokenStore, messageOf } from "../broken-store.ts";

/** A snapshot that is out of date, a deadlock, a lock not given in time. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);

/** What an error of PostgreSQL means for writ; an error of one statement alone is handed back as it is. */
export function postgresFailure(error: unknown, database: string): unknown {
	if (!(error instanceof DatabaseError)) return unreachable(database, error);
	const code = error.code ?? "";
	if (/^(08|57P|53300|25P03|28|3D)/.test(code)) return unreachable(database, error);
	if (code === "57014") return busy(database, error);
	if (/^(53|25006|58)/.test(code)) {
		return brokenStore(
			"store-unwritable",
			`${database} takes no changes (${error.message}): make room, or point writ at the primary`,
			error,
		);
	}
	if (code.startsWith("XX0")) return brokenStore("store-corrupt", `${database} reports damage (${error.message}): restore a backup`, error);
	return error;
}

/** Two nodes were in each other's way: the whole commit may be tried again. */
export function isConflict(error: unknown): boolean {
	return error instanceof DatabaseError && CONFLICTS.has(error.code ?? "");
}

/** Somebody else holds what is needed for longer than anybody waits. */
export function busy(database: string, cause: unknown): WritError {
	return brokenStore("store-busy", `${database} took too long: another node or program holds it; look at pg_stat_activity`, cause);
}

/** Nothing is known of the database's state, so nothing is allowed. */
export function unreachable(database: string, cause?: unknown): WritError {
	const why = cause === undefined ? "the connection is lost" : messageOf(cause) || "the connection is lost";
	return brokenStore(
		"store-unreachable",
		`${database} cannot be reached (${why}): check that it runs and that this machine may connect`,
		cause,
	);
}
