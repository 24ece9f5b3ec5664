import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** Profilers and checkers that run the program they are given. */
export const profilers: ProgramTable = {
	names: ["valgrind", "heaptrack", "hyperfine", "py-spy", "samply", "gprofng", "bpftrace", "dtrace"],
	style: "posix",
	launcher: { needsRule: "runs", why: "it runs a program under its control" },
	options: [
		runs("-p --pid --attach <process>", "takes over another process"),
		runs("--db-command <command>", "runs this command"),
		runs("-e <program>", "runs text as code"),
		{ ...runs("--prepare --setup --cleanup --conclude <command>", "runs this command"), is: "shell" },
		runs("-S --shell <shell>", "runs commands with another shell"),
		loads("--suppressions <file>", "loads settings"),
		writes("-o --output --log-file --xml-file --callgrind-out-file --massif-out-file <file>", "writes a file"),
		writes("--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode <file>", "writes a file"),
		...plain(
			"--tool <name>",
			"--leak-check <mode>",
			"--error-exitcode <number>",
			"-w --warmup <number>",
			"-r --runs <number>",
			"-m --min-runs <number>",
			"-M --max-runs <number>",
			"-n --command-name <name>",
			"-L --parameter-list <name> <values>",
			"-N",
			"-i --ignore-failure",
		),
	],
};
