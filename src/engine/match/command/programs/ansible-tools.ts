import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, writes } from "./option-rows.ts";

/** Parts of ansible that only look, or work on files. */
export const ansibleTools: ProgramTable = {
	names: ["ansible-lint", "ansible-doc", "ansible-inventory", "ansible-config", "yamllint"],
	operands: "maybe-read",
	options: [
		loads("-i --inventory <place>", "can be a program"),
		loads("-c --config-file --config <file>", "loads settings"),
		loads("-r --rules-dir <directory>", "loads code"),
		loads("-M --module-path <path>", "loads code"),
		{ names: ["--fix", "--write"], value: "optional", operandsBecome: "write", why: "rewrites the files" },
		writes("--output <file>", "writes a file"),
		writes("--sarif-file <file>", "writes a report"),
		changes("--init", "writes a file"),
		runs("-e --edit", "opens an editor"),
		...plain(
			"-f --format <format>",
			"-t --type <type>",
			"--list",
			"--graph",
			"-x --skip-list <rules>",
			"-w --warn-list <rules>",
			"-q",
			"-s --strict",
			"-d --config-data <text>",
		),
	],
};
