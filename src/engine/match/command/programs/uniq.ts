import type { ProgramTable } from "../program-table.ts";
import { plain } from "./option-rows.ts";

/** uniq: the second operand is the file that it writes. */
export const uniq: ProgramTable = {
	names: ["uniq", "guniq"],
	operands: "filter",
	options: plain(
		"--all-repeated [method]",
		"-f --skip-fields <number>",
		"--group [method]",
		"-s --skip-chars <number>",
		"-w --check-chars <number>",
	),
};
