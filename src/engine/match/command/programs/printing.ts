import type { ProgramTable } from "../program-table.ts";
import { changes, plain } from "./option-rows.ts";

/** Programs that only look at the words they are given. */
export const printing: readonly ProgramTable[] = [
	{ names: ["echo", "expr", "true", "false", "yes", "sleep", "logname"], style: "none", operands: "data" },
	{
		names: ["printf"],
		style: "posix",
		abbreviations: false,
		operands: "data",
		options: [changes("-v <name>", "assigns the text to a variable of the shell")],
	},
	{ names: ["test", "["], style: "none", operands: "data", analyser: "test", analysesWords: true },
	{ names: ["seq", "jot"], operands: "data", options: plain("-f --format <format>", "-s --separator <text>") },
	{ names: ["cal", "ncal", "banner", "figlet", "cowsay"], operands: "data" },
	{ names: ["clear", "tput", "reset"], operands: "data", options: plain("-T <terminal>") },
	{ names: ["printenv", "locale", "getconf"], operands: "data" },
];
