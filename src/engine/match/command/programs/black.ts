import type { ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** black: rewrites python files unless it only checks. */
export const black: ProgramTable = {
	names: ["black", "isort", "autopep8", "yapf", "autoflake", "pyupgrade", "docformatter"],
	operands: "write",
	options: [
		{ names: ["--check", "--check-only", "-c", "--diff", "-d", "--list-files"], operandsBecome: "maybe-read" },
		loads("--config --settings-path --settings-file --sp --settings <file>", "loads settings"),
		loads("--style <style-or-file>", "loads settings"),
		...plain(
			"-l --line-length --line-width --max-line-length <number>",
			"-t --target-version <version>",
			"--include <pattern>",
			"--exclude <pattern>",
			"--extend-exclude <pattern>",
			"--force-exclude <pattern>",
			"--stdin-filename <name>",
			"-W --workers <number>",
			"--required-version <version>",
			"--profile <name>",
			"-p --project <name>",
			"-s --skip <file>",
			"--skip-glob <glob>",
			"-j --jobs <number>",
		),
	],
};
