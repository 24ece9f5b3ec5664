import { Pool } from "pg";
import type { Backend, Dialect } from "../backend.ts";
import type { Connection } from "../connection.ts";
import { askClient, type Session } from "./ask-client.ts";
import { clientSettings, databaseName, PATIENCE } from "./client-settings.ts";
import { followChanges } from "./follow-changes.ts";
import { openLine } from "./open-line.ts";
import { busy, isConflict, unreachable } from "./postgres-failure.ts";

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
	let transaction: Session | null = null;
	const current = (): Session => transaction ?? line.session();
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
		// Whoever runs the server backs it up; the migration itself is one transaction.
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
