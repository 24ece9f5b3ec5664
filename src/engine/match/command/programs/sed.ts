import type { OptionRow, ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** The options of sed, which its analyser reads too. */
export const SED_OPTIONS: readonly OptionRow[] = [
	{ names: ["-e", "--expression"], value: "required", is: "sed-script", replacesFirst: true },
	{ ...loads("-f --file <script>", "runs the script in this file"), is: "read", replacesFirst: true },
	// SECURITY: a suffix with `/` or `*` puts the copy elsewhere.
	{
		names: ["-i", "--in-place"],
		value: "optional",
		operandsBecome: "write",
		hazard: "changes",
		unless: "[\\w.~+-]*",
		why: "changes the files in place",
	},
	...plain(
		"-l --line-length <number>",
		"--follow-symlinks",
		"--posix",
		"--debug",
		"--sandbox",
		"--separate",
		"--silent",
		"--quiet",
		"--null-data",
		"--unbuffered",
	),
];

/** sed: the script can write files and run programs, so it is read; `-i` writes the operands. */
export const sed: ProgramTable = {
	names: ["sed", "gsed"],
	operands: ["sed-script", "read"],
	analyser: "sed-backups",
	analysesWords: true,
	options: SED_OPTIONS,
};
