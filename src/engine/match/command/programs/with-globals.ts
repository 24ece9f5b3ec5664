import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { everywhere } from "./option-rows.ts";

/** Global options that are also accepted after the subcommand. */
export function withGlobals(
	options: readonly OptionRow[],
	subcommands: Readonly<Record<string, CommandForm>>,
): Pick<ProgramTable, "options" | "subcommands"> {
	return { options, subcommands: everywhere(options, subcommands) };
}
