import type { ServerReply } from "../../points/socket/index.ts";
import { type Column, table } from "../output/table.ts";
import type { Terminal } from "../terminal.ts";
import { textOf } from "./read-reply.ts";

/** A list as a table, with what to do when it is empty or goes on. */
export function listText(
	reply: ServerReply,
	rows: readonly ServerReply[],
	{ paint }: Terminal,
	whenEmpty: string,
	columns: readonly Column<ServerReply>[],
): string {
	const more = textOf(reply.next_cursor);
	const goOn = more === "" ? "" : paint.faint(`There are more: --cursor ${more}\n`);
	if (rows.length === 0) return goOn === "" ? `${whenEmpty}\n` : goOn;
	return table(rows, columns, paint) + goOn;
}
