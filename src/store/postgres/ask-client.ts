import type { ClientBase, QueryResult } from "pg";
import { checkValues } from "../check-values.ts";
import type { Connection, Row, SqlValue } from "../connection.ts";
import { takeTurns } from "../take-turns.ts";
import { PATIENCE } from "./client-settings.ts";
import { postgresFailure } from "./postgres-failure.ts";
import { statementOf } from "./statement.ts";

/** One connection to PostgreSQL: a statement that gets no answer in time ends the connection. */
export interface Session extends Connection {
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
): Session {
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
