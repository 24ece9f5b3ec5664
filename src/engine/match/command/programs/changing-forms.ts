import type { CommandForm } from "../program-table.ts";
import { named } from "./option-rows.ts";

/** Subcommands that change state, from one text of their names, all for the same reason. */
export function changingForms(names: string, why: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, named("changes", why, { operands: "data" })]));
}
