import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, withRole, writes } from "./option-rows.ts";

/** prettier: prints or rewrites files; its plug-ins and some of its settings are code. */
export const prettier: ProgramTable = {
	names: ["prettier", "prettierd"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: "code-operands",
	options: [
		// Settings beside the name given are loaded, and they may be code.
		...withRole("inside", ["--stdin-filepath <name>"]),
		{ names: ["-w", "--write"], operandsBecome: "write", why: "rewrites the files" },
		loads("--plugin <name>", "loads code"),
		loads("--plugin-search-dir <directory>", "loads plug-ins from another place"),
		loads("--config <file>", "the settings may be code"),
		writes("--cache-location <file>", "writes a cache"),
		...reads("--ignore-path <file>", "--find-config-path --find-config-file <file>", "--file-info <file>"),
		...plain(
			"-c --check",
			"-l --list-different",
			"--config-precedence <mode>",
			"--parser <name>",
			"--log-level --loglevel <level>",
			"--print-width <number>",
			"--tab-width <number>",
			"--trailing-comma <mode>",
			"--arrow-parens <mode>",
			"--end-of-line <mode>",
			"--prose-wrap <mode>",
			"--quote-props <mode>",
			"--html-whitespace-sensitivity <mode>",
			"--embedded-language-formatting <mode>",
			"--object-wrap <mode>",
			"--experimental-operator-position <mode>",
			"--range-start <number>",
			"--range-end <number>",
			"--cursor-offset <number>",
			"--cache-strategy <strategy>",
			"--support-info",
		),
	],
};
