import { firstRow, numberOf, textOf } from "../connection.ts";
import type { Touched } from "../store.ts";
import type { Session } from "./ask-client.ts";

/** How far back the table of changes reaches. */
const KEPT = 10_000;

/** What one node knows of the changes of all. */
export interface Follower {
	/** What others touched since the last transaction that was committed; `null` = everything may be out of date. */
	news(session: Session): Promise<readonly Touched[] | null>;
	announce(session: Session, touched: readonly Touched[]): Promise<void>;
	/** The transaction is committed: what it saw and announced is known from now on. */
	committed(): void;
}

/**
 * Follows the counter of changes.
 * INVARIANT: positions are given under the exclusive lock, so whoever reads version V has every change up to V, and the table
 * holds all changes above V - KEPT; gaps left by undone transactions mean nothing.
 */
export function followChanges(): Follower {
	let seen: number | null = null;
	let reached: number | null = null;
	return {
		async news(session) {
			const row = await firstRow(session, "SELECT version FROM state WHERE id = 1");
			if (row === null) throw new Error("the table of state is empty");
			const version = numberOf(row, "version");
			reached = version;
			if (version === seen) return [];
			// A smaller version is another history: the database was restored.
			if (seen === null || version < seen || version - seen > KEPT) return null;
			const rows = await session.all("SELECT DISTINCT entity, subject FROM changes WHERE position > ?", [seen]);
			return rows.map((change) => ({ entity: textOf(change, "entity"), id: textOf(change, "subject") }));
		},
		async announce(session, touched) {
			const before = reached ?? 0;
			const rows = await session.all(
				`WITH added AS (INSERT INTO changes (entity, subject) SELECT entity, subject FROM json_to_recordset(CAST(? AS json)) AS x (entity text, subject text) RETURNING position)
				UPDATE state SET version = (SELECT max(position) FROM added) WHERE id = 1 RETURNING version`,
				[JSON.stringify(withoutDoubles(touched))],
			);
			const [row] = rows;
			if (row === undefined) throw new Error("the table of state is empty");
			reached = numberOf(row, "version");
			if (Math.floor(before / KEPT) === Math.floor(reached / KEPT)) return;
			await session.run("DELETE FROM changes WHERE position <= ?", [reached - KEPT]);
		},
		committed() {
			seen = reached;
		},
	};
}

function withoutDoubles(touched: readonly Touched[]): readonly { readonly entity: string; readonly subject: string }[] {
	const known = new Map(touched.map(({ entity, id }) => [JSON.stringify([entity, id]), { entity, subject: id }]));
	return [...known.values()];
}
