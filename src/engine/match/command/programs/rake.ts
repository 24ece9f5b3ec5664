import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs } from "./option-rows.ts";

/** rake: runs the tasks of a Rakefile. */
export const rake: ProgramTable = {
	names: ["rake"],
	operands: "data",
	assignments: "loads",
	options: [
		runs("-e --execute <code>", "runs text as code"),
		runs("-E --execute-continue <code>", "runs text as code"),
		runs("-p --execute-print <code>", "runs text as code"),
		loads("-f --rakefile [file]", "runs another file"),
		loads("-r --require <module>", "loads code"),
		loads("-I --libdir <directory>", "changes which code is loaded"),
		loads("-R --rakelibdir --rakelib <directory>", "changes which code is loaded"),
		loads("-g --system", "runs the tasks of the user"),
		loads("-C --directory <directory>", "runs another project"),
		...plain(
			"-T --tasks [pattern]",
			"-D --describe [pattern]",
			"-W --where [pattern]",
			"-P --prereqs",
			"-j --jobs [number]",
			"-n --dry-run",
			"-t --trace [place]",
			"-q --quiet",
			"-s --silent",
			"-A --all",
			"-m --multitask",
			"-v --verbose [value]",
			"--rules",
			"--backtrace [place]",
			"--comments",
			"--job-stats [level]",
			"--suppress-backtrace <pattern>",
		),
	],
};
