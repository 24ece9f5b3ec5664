import type { OptionRow, ProgramTable } from "../program-table.ts";
import { everywhere, loads, named, plain, writes } from "./option-rows.ts";

const ruffOptions: readonly OptionRow[] = [
	loads("--config <file-or-setting>", "loads settings"),
	writes("--cache-dir <directory>", "writes a cache"),
	writes("-o --output-file <file>", "writes a report"),
	...plain(
		"--select <rules>",
		"--ignore <rules>",
		"--extend-select <rules>",
		"--extend-ignore <rules>",
		"--fixable <rules>",
		"--unfixable <rules>",
		"--extend-fixable <rules>",
		"--per-file-ignores <map>",
		"--extend-per-file-ignores <map>",
		"--exclude <paths>",
		"--extend-exclude <paths>",
		"--target-version <version>",
		"--line-length <number>",
		"--output-format <format>",
		"--stdin-filename <name>",
		"--extension <map>",
		"--range <range>",
		"--color <when>",
		"--show-fixes",
		"--isolated",
	),
];

/** ruff: lint and format of python. */
export const ruff: ProgramTable = {
	names: ["ruff"],
	closed: true,
	abbreviations: false,
	options: ruffOptions,
	subcommands: everywhere(ruffOptions, {
		check: {
			operands: "maybe-read",
			analyser: "response-files",
			defaultOperand: ".",
			options: [
				{ names: ["--fix", "--unsafe-fixes", "--fix-only"], operandsBecome: "write", why: "rewrites the files" },
				{ names: ["--add-noqa"], value: "optional", operandsBecome: "write", why: "rewrites the files" },
				...plain("--no-fix", "--diff", "--watch"),
			],
		},
		format: {
			operands: "write",
			analyser: "response-files",
			defaultOperand: ".",
			options: [{ names: ["--check", "--diff"], operandsBecome: "maybe-read" }],
		},
		rule: { operands: "data" },
		config: { operands: "data" },
		linter: {},
		version: {},
		help: {},
		analyze: { operands: "maybe-read" },
		clean: named("changes", "deletes caches"),
		server: named("runs", "starts a process that stays"),
	}),
};
