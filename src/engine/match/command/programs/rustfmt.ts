import type { ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** rustfmt: rewrites files unless it only checks. */
export const rustfmt: ProgramTable = {
	names: ["rustfmt"],
	abbreviations: false,
	operands: "write",
	options: [
		{ names: ["--check"], operandsBecome: "maybe-read" },
		{ names: ["--emit"], value: "required" },
		loads("--config-path <path>", "loads settings"),
		...plain(
			"--config <settings>",
			"--edition <edition>",
			"--style-edition <edition>",
			"--color <when>",
			"--file-lines <ranges>",
			"--print-config <kind>",
		),
	],
};
