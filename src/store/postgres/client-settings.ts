import { type ClientConfig, types } from "pg";

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
