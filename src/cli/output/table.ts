import { type ServerReply, textOf } from "../../client/index.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { visible } from "./visible.ts";

/** One column of a table: its head, and what stands in it for a row. */
interface Column<Row> {
	readonly head: string;
	readonly of: (row: Row) => string;
	/** Colours the text, which is padded already. */
	readonly paint?: (text: string, row: Row) => string;
}

/** Rows under their heads, aligned; a column that is empty in every row is left out. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], paint: Palette): string {
	const shown = columns
		.map((column) => ({ ...column, cells: rows.map((row) => oneLine(column.of(row))) }))
		.filter(({ cells }) => cells.some((cell) => cell !== ""));
	const widths = shown.map(({ head, cells }) => Math.max(...[head, ...cells].map(width)));
	const line = (cells: readonly string[], colour: (text: string, at: number) => string): string =>
		cells.map((cell, at) => colour(at === cells.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - width(cell)), at)).join("  ");
	const heads = line(
		shown.map(({ head }) => head),
		(text) => paint.faint(text),
	);
	const lines = rows.map((row, index) =>
		line(
			shown.map(({ cells }) => cells[index] ?? ""),
			(text, at) => shown[at]?.paint?.(text, row) ?? text,
		),
	);
	return `${[heads, ...lines].join("\n")}\n`;
}

/** Labels and their texts, aligned; what is empty is left out. */
export function facts(rows: readonly (readonly [string, string])[], paint: Palette): string {
	const shown = rows.filter(([, text]) => text !== "");
	const longest = Math.max(0, ...shown.map(([label]) => label.length));
	return shown.map(([label, text]) => `  ${paint.faint(label.padEnd(longest))}  ${oneLine(text)}\n`).join("");
}

/** A moment of the wire in the person's own time. */
export function localTime(moment: unknown): string {
	const date = new Date(typeof moment === "number" || typeof moment === "string" ? moment : Number.NaN);
	if (Number.isNaN(date.getTime())) return "";
	const two = (part: number): string => String(part).padStart(2, "0");
	const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
	return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function oneLine(text: string): string {
	return visible(text.replaceAll(/\s+/g, " "));
}

function width(text: string): number {
	return [...text].length;
}

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
