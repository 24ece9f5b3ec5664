import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, reads, runs, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = [
	loads("--config-path <path>", "loads settings, which name plug-ins"),
	writes("--log-path <directory>", "writes logs"),
	writes("--log-file <file>", "writes a log"),
	writes("--reporter-file <file>", "writes a report"),
	runs("--use-server", "talks to a server process"),
	...reads("--vcs-root <directory>"),
	...plain(
		"--colors <when>",
		"--log-level <level>",
		"--log-kind <kind>",
		"--log-prefix-name <text>",
		"--max-diagnostics <number>",
		"--diagnostic-level <level>",
		"--reporter <name>",
		"--stdin-file-path <name>",
		"--since <branch>",
		"--only <rule>",
		"--skip <rule>",
		"--files-max-size <number>",
		"--indent-style <style>",
		"--indent-width <number>",
		"--line-width <number>",
		"--line-ending <kind>",
	),
	{ names: ["--write", "--fix", "--apply", "--apply-unsafe", "--unsafe"], operandsBecome: "write", why: "rewrites the files" },
];

const check: CommandForm = {
	operands: "maybe-read",
	defaultOperand: "./*",
	options: [changes("--suppress", "writes suppressions into the files")],
};

/** biome: lint and format. */
export const biome: ProgramTable = {
	names: ["biome"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		check,
		lint: check,
		format: check,
		ci: check,
		search: { operands: ["data", "maybe-read"] },
		explain: { operands: "data" },
		version: {},
		rage: {},
		clean: named("changes", "deletes logs"),
		init: named("changes", "writes settings"),
		migrate: named("changes", "rewrites settings"),
		start: named("runs", "starts a process that stays"),
		stop: named("changes", "stops a process"),
		"lsp-proxy": named("runs", "starts a process that stays"),
	}),
};
