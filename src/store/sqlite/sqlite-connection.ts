import type { DatabaseSync, StatementSync } from "node:sqlite";
import { checkValues } from "../check-values.ts";
import type { Connection, Row } from "../connection.ts";
import { onFile } from "./sqlite-failure.ts";

/** Lists of values make many texts of one statement. */
const MOST_PREPARED = 1_000;

/** Runs portable SQL on an open file. Statements are prepared once. */
export function sqliteConnection(database: DatabaseSync, file: string): Connection {
	const prepared = new Map<string, StatementSync>();
	const statement = (sql: string): StatementSync => {
		const known = prepared.get(sql);
		if (known !== undefined) return known;
		const made = database.prepare(sql);
		if (prepared.size >= MOST_PREPARED) prepared.clear();
		prepared.set(sql, made);
		return made;
	};
	return {
		all: async (sql, values = []) => {
			checkValues(values);
			return onFile(file, () => statement(sql).all(...values) as Row[]);
		},
		run: async (sql, values = [], made) => {
			if (made === undefined) checkValues(values);
			return onFile(file, () => Number(statement(sql).run(...values).changes));
		},
	};
}
