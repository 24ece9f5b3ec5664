import { numberOf, numberOrNull, plainText, type Row, textOf, textOrNull } from "../store/index.ts";

/** How many messages may pass in how much time. */
export interface EdgeRate {
	readonly count: number;
	readonly per_seconds: number;
}

/** Who may talk to whom. An end is an agent id or `group:NAME`; moments are milliseconds. */
export interface Edge {
	readonly id: string;
	readonly source: string;
	readonly target: string;
	readonly effect: "allow" | "block";
	readonly expires_at: number | null;
	/** Judged for each pair of agents by itself, also when an end is a group. */
	readonly rate: EdgeRate | null;
	readonly granted_by: string;
	readonly reason: string | null;
	readonly created_at: number;
	readonly version: number;
}

/** An edge from its row. */
export function edgeOf(row: Row): Edge {
	const count = numberOrNull(row, "rate_count");
	const seconds = numberOrNull(row, "rate_seconds");
	return {
		id: textOf(row, "id"),
		source: textOf(row, "source"),
		target: textOf(row, "target"),
		// SECURITY: whatever is not plainly an allow is a block.
		effect: row.effect === "allow" ? "allow" : "block",
		expires_at: numberOrNull(row, "expires_at"),
		rate: count === null || seconds === null ? null : { count, per_seconds: seconds },
		granted_by: textOf(row, "granted_by"),
		reason: plainText(textOrNull(row, "reason")),
		created_at: numberOf(row, "created_at"),
		version: numberOf(row, "version"),
	};
}
