import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, withRole } from "./option-rows.ts";

/** ninja, samurai: run the commands of a build file. */
export const ninja: ProgramTable = {
	names: ["ninja", "samu"],
	style: "gnu",
	operands: "data",
	options: [
		loads("-f <file>", "runs the commands of another file"),
		...withRole("cwd", ["-C <directory>"]),
		{
			...changes("-t <tool>", "some tools delete files or start a server"),
			except: ["list", "query", "targets", "graph", "commands", "inputs", "deps", "missingdeps", "compdb", "rules"],
		},
		...plain("-j <number>", "-k <number>", "-l <number>", "-d <mode>", "-w <flag>", "-n", "-v --verbose", "--quiet"),
	],
};
