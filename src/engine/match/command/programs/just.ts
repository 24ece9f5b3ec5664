import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, withRole } from "./option-rows.ts";

/** just, task: run the recipes of a file, as make does. */
export const just: ProgramTable = {
	names: ["just", "task", "go-task", "mask", "invoke", "inv", "doit", "earthly", "dagger"],
	abbreviations: false,
	operands: "data",
	assignments: "runs",
	options: [
		loads("-f --justfile --taskfile --maskfile -c --collection <file>", "runs the recipes of another file"),
		...withRole("cwd", ["-d --working-directory --dir --chdir <directory>"]),
		runs("--shell <program>", "runs the recipes with another shell"),
		runs("--shell-arg <argument>", "runs the recipes in another way"),
		runs("--set <name> <value>", "a variable becomes part of what is run"),
		runs("--chooser <program>", "starts this program"),
		runs("--choose", "starts a program that chooses"),
		runs("--command <command>", "runs a command"),
		runs("-e --edit", "opens the configured editor"),
		loads("--dotenv-path -E --dotenv-filename <file>", "loads variables into the environment"),
		loads("-g --global-justfile --global", "runs the recipes of the user"),
		changes("--init", "writes a file"),
		changes("--fmt", "rewrites the file"),
		...plain(
			"-l --list [module]",
			"--list-all",
			"-a --all",
			"--summary",
			"--show <name>",
			"-s --silent",
			"--dump",
			"--evaluate",
			"--dry-run -n",
			"-v --verbose",
			"-q --quiet",
			"--color <when>",
			"--list-heading <text>",
			"-p --parallel",
			"-C --concurrency <number>",
			"--status",
			"--yes",
		),
	],
};
