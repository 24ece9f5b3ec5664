import { memoOf } from "../../memory/index.ts";
import type { OptionRow } from "./program-table.ts";

/** The same function of the rows of a program, which never change. */
export function rememberRows<Made>(make: (rows: readonly OptionRow[]) => Made): (rows: readonly OptionRow[]) => Made {
	return memoOf(make);
}
