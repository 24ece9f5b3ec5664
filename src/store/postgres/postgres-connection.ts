import { type ClientBase, type ClientConfig, DatabaseError, type QueryResult, types } from "pg";
import type { WritError } from "../../platform/index.ts";
import { brokenStore, messageOf, takeTurns } from "../backend.ts";
import type { Connection, Row, SqlValue } from "../connection.ts";
import { checkValues } from "../values.ts";

/** One connection to PostgreSQL: a statement that gets no answer in time ends the connection. */
export interface PostgresConnection extends Connection {
	readonly client: ClientBase;
	/** Plain SQL, also several statements; nothing in it comes from outside. */
	exec(sql: string): Promise<QueryResult>;
	/** How long each statement may take from now on; `null` = as long as it wants. */
	wait(milliseconds: number | null): void;
	/** Lets go of the connection at once, whatever is under way. */
	cut(): void;
}

/** Makes a session of a connected client. */
export function askClient(
	client: ClientBase & { readonly connection: { readonly stream: { destroy(): unknown } } },
	database: string,
): PostgresConnection {
	// A client takes one statement at a time.
	const turn = takeTurns();
	let patience: number | null = PATIENCE.statement;
	const cut = () => void client.connection.stream.destroy();
	const ask = (query: { text: string; name?: string; values?: SqlValue[] }): Promise<QueryResult> =>
		turn(async () => {
			const timer = patience === null ? undefined : setTimeout(cut, patience);
			try {
				return await client.query(query);
			} catch (error) {
				throw postgresFailure(error, database);
			} finally {
				clearTimeout(timer);
			}
		});
	const prepared = (sql: string, values: readonly SqlValue[]): Promise<QueryResult> => {
		checkValues(values);
		return ask({ ...statementOf(sql), values: [...values] });
	};
	return {
		client,
		exec: (text) => ask({ text }),
		all: async (sql, values = []) => (await prepared(sql, values)).rows as Row[],
		run: async (sql, values) => (await (values === undefined ? ask({ text: statementOf(sql).text }) : prepared(sql, values))).rowCount ?? 0,
		wait: (milliseconds) => {
			patience = milliseconds;
		},
		cut,
	};
}

/** A statement as PostgreSQL wants it: `$1` for the first value, and a name under which a connection keeps it prepared. */
interface PreparedStatement {
	readonly text: string;
	readonly name?: string;
}

/** Lists of values make many texts of one statement; those beyond are neither kept here nor prepared. */
const MOST_KNOWN = 1_000;
const KNOWN = new Map<string, PreparedStatement>();

/** Translates portable SQL; a `?` inside quotes stays as it is. */
export function statementOf(sql: string): PreparedStatement {
	const known = KNOWN.get(sql);
	if (known !== undefined) return known;
	let count = 0;
	const text = sql.replace(/'[^']*'|"[^"]*"|--[^\n]*|\?/g, (part) => (part === "?" ? `$${++count}` : part));
	if (KNOWN.size >= MOST_KNOWN) return { text };
	const made = { text, name: `writ_${KNOWN.size}` };
	KNOWN.set(sql, made);
	return made;
}

/** How long the database may take, in milliseconds. A node that is cut off must deny within two seconds. */
export const PATIENCE = {
	/** For a connection to stand. */
	connect: 1_000,
	/** For one statement, as the node sees it: after that the connection counts as lost. */
	statement: 1_500,
	/** For one statement, as the database sees it. */
	statementOnServer: 1_400,
	/** For another node's transaction to end. */
	lock: 1_300,
	/** For a row that another node's transaction has changed. */
	row: 50,
	/** Until the database ends a transaction whose node has fallen silent, and with it the lock that it holds. */
	silence: 1_000,
} as const;

/** How one connection is made. */
export function clientSettings(url: string): ClientConfig {
	return {
		connectionString: url,
		application_name: "writ",
		connectionTimeoutMillis: PATIENCE.connect,
		statement_timeout: PATIENCE.statementOnServer,
		lock_timeout: PATIENCE.lock,
		idle_in_transaction_session_timeout: PATIENCE.silence,
		keepAlive: true,
		types: { getTypeParser: parserOf },
	};
}

/** The database as a person may read it. SECURITY: without the password, because this stands in messages and logs. */
export function databaseName(url: string): string {
	const parsed = URL.parse(url);
	return parsed === null ? "PostgreSQL" : `PostgreSQL at ${parsed.host}${parsed.pathname}`;
}

/** Both back-ends give the same values: whole numbers as numbers, truth as 0 and 1. */
function parserOf(type: number): (text: string) => unknown {
	if (type === types.builtins.INT8 || type === types.builtins.NUMERIC) return exactNumber;
	if (type === types.builtins.BOOL) return (text) => (text === "t" ? 1 : 0);
	return types.getTypeParser(type, "text");
}

function exactNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`The number ${text} cannot be read exactly`);
	return value;
}

/** A snapshot that is out of date, a deadlock, a lock not given in time. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);

/** What an error of PostgreSQL means for writ; an error of one statement alone is handed back as it is. */
function postgresFailure(error: unknown, database: string): unknown {
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
