import type { ProgramTable } from "../program-table.ts";
import { loads, plain, withRole, writes } from "./option-rows.ts";

/** Launchers of the JavaScript world. */
export const jsLaunchers: ProgramTable = {
	names: ["cross-env", "cross-env-shell", "env-cmd", "dotenv", "dotenvx", "c8", "nyc"],
	style: "posix",
	abbreviations: false,
	launcher: { assignments: true, needsRule: "runs", why: "it changes the environment of the program that it runs" },
	options: [
		loads("-f -e --env-file <file>", "loads variables into the environment"),
		loads("-c --config --nycrc-path <file>", "loads settings"),
		loads("-r --require <module>", "loads code"),
		writes("-o --report-dir --reports-dir <directory>", "writes reports"),
		writes("--temp-dir --temp-directory <directory>", "writes files"),
		...withRole("cwd", ["--cwd <directory>"]),
		...plain(
			"--reporter <name>",
			"--include <glob>",
			"--exclude <glob>",
			"--src <directory>",
			"--all",
			"--check-coverage",
			"--lines <number>",
			"--branches <number>",
		),
	],
};
