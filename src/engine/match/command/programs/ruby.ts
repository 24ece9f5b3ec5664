import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, withRole } from "./option-rows.ts";

/** ruby: runs a script or text. */
export const ruby: ProgramTable = {
	names: ["ruby", "jruby", "truffleruby", "irb"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-e <code>", "runs text as code", "GTFOBins ruby"),
		loads("-r --require <library>", "loads code first"),
		loads("-I <directory>", "changes which code is loaded"),
		runs("-S", "looks for the script in PATH"),
		runs("-x [directory]", "runs the ruby text inside a file"),
		changes("-i [extension]", "rewrites the files"),
		...withRole("cwd", ["-C -X <directory>"]),
		{ names: ["-c"], operandsBecome: "read" },
		...plain(
			"-E --encoding --external-encoding <encoding>",
			"-U",
			"-W [level]",
			"-F [pattern]",
			"-0 [octal]",
			"-K [kind]",
			"-T [level]",
			"--enable <features>",
			"--disable <features>",
			"--dump <kind>",
			"--backtrace-limit <number>",
			"--parser <name>",
			"-v --version",
			"-h --help",
		),
	],
};
