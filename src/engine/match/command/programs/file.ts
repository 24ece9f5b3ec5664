import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs } from "./option-rows.ts";

/** file: tells what a file is. */
export const file: ProgramTable = {
	names: ["file"],
	operands: "read",
	options: [
		changes("-C --compile", "writes a compiled magic file"),
		{ ...loads("-m --magic-file <files>", "loads rules from these files"), is: "read" },
		{ ...loads("-f --files-from <file>", "takes names from this file and prints them"), is: "read" },
		runs("-z --uncompress", "runs decompression programs"),
		runs("-Z --uncompress-noreport", "runs decompression programs"),
		changes("-S --no-sandbox", "switches its own confinement off"),
		changes("-p --preserve-date", "sets the times of the file"),
		changes("-s --special-files", "reads devices"),
		...plain(
			"-e --exclude <test>",
			"--exclude-quiet <test>",
			"-F --separator <text>",
			"-P --parameter <assignment>",
			"--mime",
			"--mime-type",
			"--mime-encoding",
		),
	],
};
