import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs } from "./option-rows.ts";

/** Perl, Lua and others that run text as code: no rule that stops before the script covers them. */
export const interpreters: readonly ProgramTable[] = [
	{
		names: ["perl", "perl5"],
		style: "posix",
		abbreviations: false,
		interpreter: { why: "it runs any code" },
		operands: ["script", "data"],
		options: [
			runs("-e -E <code>", "runs this code"),
			runs("-n", "runs code on every line"),
			runs("-p", "runs code on every line"),
			runs("-s", "takes variables from the words"),
			runs("-S", "looks for the script on the path"),
			runs("-x [directory]", "takes the script from the middle of a file"),
			runs("-d [module]", "loads the debugger"),
			loads("-M -m <module>", "loads this module"),
			loads("-I <directory>", "loads modules from this directory"),
			loads("-C [number]", "changes how text is read"),
			{ names: ["-i"], value: "optional", hazard: "changes", why: "changes the files in place" },
			...plain("-0 [digits]", "-l [digits]", "-F <pattern>", "-D <flags>", "-a", "-c", "-w", "-W", "-X", "-t", "-T", "-u", "-U", "-v", "-V [name]"),
		],
	},
	{
		names: ["lua", "lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit", "luau"],
		style: "posix",
		abbreviations: false,
		interpreter: { why: "it runs any code" },
		operands: ["script", "data"],
		options: [runs("-e <code>", "runs this code"), runs("-i", "takes code from its input"), loads("-l <module>", "loads this module"), runs("-j <command>", "runs a module of the compiler"), runs("-b", "compiles code"), ...plain("-v", "-E", "-W")],
	},
	{
		names: ["osascript", "jxa", "automator", "shortcuts", "wscript", "cscript", "mshta"],
		style: "posix",
		interpreter: { why: "it runs any code, and commands other programs" },
		operands: ["script", "data"],
		options: [runs("-e <code>", "runs this code"), runs("-i", "takes code from its input"), ...plain("-l <language>", "-s <flags>")],
	},
	{
		names: ["dc"],
		interpreter: { why: "its language can run commands" },
		operands: "read",
		options: [runs("-e --expression <code>", "runs this code, and '!' runs a command"), runs("-f --file <file>", "runs this code, and '!' runs a command")],
	},
	{ names: ["bc"], operands: "read", options: plain("-e --expression <expression>", "-f --file <file>", "-r --redefine <name>", "-S --scale <number>") },
	{
		names: ["gdb", "lldb", "rr"],
		style: "long-dash",
		interpreter: { why: "a debugger runs programs and code" },
		operands: ["script", "data"],
		options: [
			runs("-ex -eval-command -iex -init-eval-command -o <command>", "runs this command"),
			runs("-x -command -ix -init-command -s <file>", "runs the commands in this file"),
			runs("-args", "runs the program with the words that follow"),
			runs("-p -pid <process>", "takes hold of a running process"),
		],
	},
	{ names: ["m4", "gm4"], operands: "script", interpreter: { why: "its language can run commands" }, options: [loads("-R --reload-state <file>", "loads code"), loads("-I --include <directory>", "loads code from this directory"), { names: ["-o", "--error-output"], value: "required", is: "write", why: "writes messages to this file" }, ...plain("-D --define <macro>", "-U --undefine <name>")] },
	{ names: ["envsubst"], operands: "data" },
];
