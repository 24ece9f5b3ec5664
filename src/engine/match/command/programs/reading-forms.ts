import type { CommandForm } from "../program-table.ts";

/** Subcommands that only read, from one text of their names. */
export function readingForms(names: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, { operands: "data" }]));
}
