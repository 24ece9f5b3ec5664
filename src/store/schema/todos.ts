import type { Dialect } from "../backend.ts";

/** Lists of things to do that the agents of a session or a family share. */
export function todoTables({ text }: Dialect): readonly string[] {
	return [`CREATE TABLE todo_lists (name ${text} PRIMARY KEY, items ${text} NOT NULL, version BIGINT NOT NULL)`];
}
