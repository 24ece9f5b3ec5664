import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs } from "./option-rows.ts";

/** Debuggers run the program they are given, and commands of their own that start a shell. */
export const debuggers: ProgramTable = {
	names: ["rust-gdb", "rust-lldb", "dlv", "cgdb", "r2", "radare2", "windbg", "pdb3", "jdb"],
	interpreter: { why: "runs a program under its control, and commands that start a shell" },
	operands: ["script", "data"],
	options: [
		runs("-ex --eval-command -o --one-line -iex --init-eval-command -c <command>", "runs a debugger's command", "GTFOBins gdb"),
		runs("-x --command -s --source -i <file>", "runs the commands of a file"),
		runs("-ix --init-command <file>", "runs the commands of a file"),
		runs("--args", "runs a program"),
		runs("-p --pid --attach-pid <process>", "takes over another process"),
		runs("-batch --batch", "runs commands and ends"),
		loads("-d --directory <directory>", "takes sources from another place"),
		loads("--symbols --exec --se <file>", "loads a program"),
		loads("--data-directory <directory>", "loads scripts"),
		...plain("-q --quiet", "-nx --nx", "-nh --nh", "--version", "--help"),
	],
};
