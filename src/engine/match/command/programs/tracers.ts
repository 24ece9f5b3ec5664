import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, runs, writes } from "./option-rows.ts";

/** Tracers run the program they are given. */
export const tracers: ProgramTable = {
	names: ["dtruss", "truss"],
	style: "posix",
	launcher: { needsRule: "runs", why: "it runs a program under its control" },
	options: [
		runs("-p --attach <process>", "takes over another process"),
		redirects("-u --user <name>", "acts as another user"),
		redirects("-E --env <variable>", "changes the environment of the program"),
		runs("-D --daemonize", "stays behind"),
		loads("-F --config <file>", "loads settings"),
		loads("-l --library <library>", "chooses what is traced"),
		{ ...runs("--inject <expression>", "changes what the program's calls do") },
		writes("-o --output <file>", "writes a trace, or starts a program after `|`"),
		...plain(
			"-e --trace --expr <expression>",
			"-s --string-limit <number>",
			"-a --columns <number>",
			"-O --summary-syscall-overhead <time>",
			"-S --summary-sort-by <key>",
			"-P --trace-path <path>",
			"-I --interruptible <mode>",
			"-b --detach-on <call>",
			"-X --const-print-style <format>",
			"-n --indent <number>",
			"-A <number>",
			"-U --summary-columns <columns>",
			"-f --follow-forks",
			"-c --summary-only",
			"-C --summary",
			"-t",
			"-T",
			"-y",
			"-v",
		),
	],
};
