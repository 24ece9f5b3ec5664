import { Pool } from "pg";
import type { Backend, Dialect } from "../backend.ts";
import { type Connection, firstRow, numberOf, textOf } from "../connection.ts";
import type { Touched } from "../store.ts";
import { openLine } from "./open-line.ts";
import {
	askClient,
	busy,
	clientSettings,
	databaseName,
	isConflict,
	PATIENCE,
	type PostgresConnection,
	unreachable,
} from "./postgres-connection.ts";

const POSTGRES: Dialect = { name: "postgres", text: 'TEXT COLLATE "C"', serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" };
const MOST_READERS = 8;
/** Holds no lock, so it may take its time between two statements. */
const BEGIN_LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 60000";

/**
 * LOCK takes no snapshot, so what the transaction sees begins when the lock is held. The lock manager is fair: a revocation that
 * waits holds back the decisions that come after it. The table is the one that is there before all others.
 */
const BEGIN = {
	// Who waits for a row of another node's transaction will be told to begin again anyway, so nobody waits long.
	shared: `BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE schema_version IN ROW SHARE MODE; SET LOCAL lock_timeout = ${PATIENCE.row}`,
	exclusive: "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE schema_version IN EXCLUSIVE MODE",
	migration: "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0; LOCK TABLE schema_version IN EXCLUSIVE MODE",
} as const;

/** Two nodes that start on an empty database would both create the first table; the number is `writ` in ASCII. */
const CREATE_FIRST_TABLE = `BEGIN; SELECT pg_advisory_xact_lock(2003986804); CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, digest TEXT); COMMIT`;

/** PostgreSQL, for several nodes at once: `postgres://user:password@host/database`. */
export async function openPostgres(url: string): Promise<Backend> {
	const database = databaseName(url);
	const settings = clientSettings(url);
	const line = await openLine(settings, database);
	await line.session().exec(CREATE_FIRST_TABLE);
	const pool = new Pool({ ...settings, max: MOST_READERS, allowExitOnIdle: true });
	// A reader that was lost while nobody used it: the pool makes another one.
	pool.on("error", () => undefined);
	const follower = followChanges();
	// INVARIANT: a transaction stays on the connection where it began; one that comes back knows nothing of it.
	let transaction: PostgresConnection | null = null;
	const current = (): PostgresConnection => transaction ?? line.session();
	const writer: Connection = {
		all: async (sql, values) => current().all(sql, values),
		run: async (sql, values) => current().run(sql, values),
	};
	return {
		dialect: POSTGRES,
		writer,
		async begin(mode) {
			transaction = line.session();
			transaction.wait(mode === "migration" ? null : PATIENCE.statement);
			await transaction.exec(BEGIN[mode]).catch((error) => {
				throw isConflict(error) ? busy(database, error) : error;
			});
		},
		async commit() {
			const { command } = await current().exec("COMMIT");
			// SECURITY: PostgreSQL answers COMMIT of a spoiled transaction with a friendly ROLLBACK.
			if (command !== "COMMIT") throw new Error("The transaction was spoiled by a failed statement");
			transaction = null;
			follower.committed();
		},
		async rollback() {
			const open = transaction;
			transaction = null;
			// What cannot be rolled back must not be used again.
			await open?.exec("ROLLBACK").catch(() => open.cut());
		},
		news: () => follower.news(current()),
		announce: (touched) => follower.announce(current(), touched),
		look: (work) => lookOnce(pool, database, work),
		mayRetry: isConflict,
		// Backups are up to whoever runs the database server; the migration itself is one transaction.
		backUp: async () => undefined,
		async close() {
			await Promise.all([line.close(), pool.end()]);
		},
	};
}

async function lookOnce<T>(pool: Pool, database: string, work: (connection: Connection) => Promise<T>): Promise<T> {
	const client = await pool.connect().catch((error) => {
		throw unreachable(database, error);
	});
	const session = askClient(client, database);
	// While it is lent out, nobody else listens; the statement under way fails by itself.
	const ignore = () => undefined;
	client.on("error", ignore);
	try {
		await session.exec(BEGIN_LOOK);
		return await work(session);
	} finally {
		const usable = await session.exec("ROLLBACK").then(
			() => true,
			() => false,
		);
		client.off("error", ignore);
		client.release(!usable);
	}
}

/** How far back the table of changes reaches. */
const KEPT = 10_000;

/** What one node knows of the changes of all. */
interface Follower {
	/** What others touched since the last transaction that was committed; `null` = everything may be out of date. */
	news(session: PostgresConnection): Promise<readonly Touched[] | null>;
	announce(session: PostgresConnection, touched: readonly Touched[]): Promise<void>;
	/** The transaction is committed: what it saw and announced is known from now on. */
	committed(): void;
}

/**
 * Follows the counter of changes.
 * INVARIANT: positions are given under the exclusive lock, so a reader of version V has every change up to V, and the table
 * holds all changes above V - KEPT; gaps left by undone transactions mean nothing.
 */
function followChanges(): Follower {
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
