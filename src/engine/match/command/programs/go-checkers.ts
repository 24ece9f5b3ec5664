import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** Other checkers and test runners of go. */
export const goCheckers: ProgramTable = {
	names: ["staticcheck", "govulncheck", "gotestsum", "revive", "errcheck", "ginkgo"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	options: [
		runs("-toolexec <program>", "runs the compiler's parts with this program"),
		runs("-exec <program>", "runs the result with this program"),
		runs("-post-run-command <command>", "runs this command"),
		loads("-raw-command", "runs the words as a command"),
		loads("-config <file>", "loads settings"),
		writes("-junitfile <file>", "writes a report"),
		writes("-jsonfile <file>", "writes a report"),
		writes("-o <file>", "writes a report"),
		writes("-output-dir <directory>", "writes reports"),
		...plain(
			"-checks <checks>",
			"-f <format>",
			"-go <version>",
			"-tags <tags>",
			"-tests",
			"-format <format>",
			"-show <kinds>",
			"-packages <packages>",
		),
	],
};
