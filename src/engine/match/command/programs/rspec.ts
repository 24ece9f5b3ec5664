import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, writes } from "./option-rows.ts";

/** rspec: runs tests of ruby. */
export const rspec: ProgramTable = {
	names: ["rspec", "minitest", "cucumber"],
	operands: "maybe-read",
	analyser: "code-operands",
	options: [
		loads("-I <directory>", "changes which code is loaded"),
		loads("-r --require <file>", "loads code first"),
		loads("-O --options <file>", "loads options from a file"),
		{
			...loads("-f --format --formatter <name>", "any other name is a class that is loaded"),
			except: ["progress", "p", "documentation", "d", "html", "h", "json", "j", "failures", "f", "pretty", "summary", "junit"],
		},
		loads("--drb [port]", "runs in another process"),
		loads("--default-path <path>", "takes tests from another place"),
		writes("-o --out <file>", "writes a report"),
		changes("--init", "writes settings"),
		changes("--bisect [mode]", "runs the tests again and again"),
		...plain(
			"-e --example <text>",
			"-E --example-matches <regex>",
			"-t --tag <tag>",
			"-P --pattern <pattern>",
			"--exclude-pattern <pattern>",
			"--order <kind>",
			"--seed <number>",
			"-p --profile [number]",
			"--fail-fast [number]",
			"--failure-exit-code <number>",
			"--error-exit-code <number>",
			"-b --backtrace",
			"-w --warnings",
			"--dry-run",
			"--only-failures",
			"-n --next-failure",
			"--color",
			"--no-color",
		),
	],
};
