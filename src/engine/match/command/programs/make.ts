import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, withRole } from "./option-rows.ts";

/** make: runs the recipes of a makefile; a variable on the command line becomes part of them. */
export const make: ProgramTable = {
	names: ["make", "gmake", "gnumake", "bmake"],
	operands: "data",
	analyser: "make",
	options: [
		runs("-E --eval <text>", "makefile text runs commands", "GTFOBins make"),
		loads("-f --file --makefile <file>", "runs the recipes of another file"),
		loads("-I --include-dir <directory>", "takes included makefiles from another place"),
		loads("-e --environment-overrides", "the environment overrides the makefile"),
		changes("-t --touch", "changes the time of files"),
		...withRole("cwd", ["-C --directory <directory>"]),
		...plain(
			"-j --jobs [number]",
			"-l --load-average --max-load [number]",
			"-o --old-file --assume-old <file>",
			"-W --what-if --new-file --assume-new <file>",
			"-O --output-sync [type]",
			"--debug [flags]",
			"--shuffle [seed]",
			"-d",
			"--trace",
			"--jobserver-auth <descriptors>",
			"--jobserver-style <style>",
			"--no-print-directory",
			"--ignore-errors",
		),
	],
};
