import type { ProgramTable } from "../program-table.ts";
import { plain, runs } from "./option-rows.ts";

/** python: runs a script, text or a module; a rule covers it only when it names the script or the module. */
export const python: ProgramTable = {
	names: [
		"python",
		"python3",
		"python2",
		"python3.8",
		"python3.9",
		"python3.10",
		"python3.11",
		"python3.12",
		"python3.13",
		"python3.14",
		"pypy",
		"pypy3",
		"ipython",
	],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-c <code>", "runs text as code", "GTFOBins python"),
		{ ...runs("-m <module>", "runs a module"), delegates: true },
		runs("-i", "runs code from its input"),
		...plain("-W <action>", "-X <option>", "--check-hash-based-pycs <mode>", "--help-all", "--help-env", "--help-xoptions"),
	],
};

/** Modules of python that are run with `-m` and are no programs of their own. */
export const pythonModules: readonly ProgramTable[] = [
	{ names: ["json.tool"], operands: "filter", options: plain("--indent <number>") },
	{ names: ["py_compile", "compileall"], operands: "read" },
	{
		names: ["unittest"],
		operands: "data",
		options: plain(
			"-s --start-directory <directory>",
			"-p --pattern <pattern>",
			"-t --top-level-directory <directory>",
			"-k <pattern>",
			"--durations <number>",
		),
	},
	{ names: ["venv", "virtualenv"], operands: "write", options: plain("--prompt <text>", "-p --python <program>") },
	{ names: ["doctest", "tokenize", "ast", "dis"], operands: "read" },
	{
		names: ["pdb", "cProfile", "profile", "trace"],
		style: "posix",
		interpreter: { why: "runs a script" },
		operands: ["script", "data"],
		options: [
			runs("-c <command>", "runs a debugger's command"),
			runs("-m <module>", "runs a module"),
			{ names: ["-o"], value: "required", is: "write", why: "writes a profile" },
			...plain("-s <key>"),
		],
	},
	{
		names: ["timeit", "IPython"],
		interpreter: { why: "runs text as code" },
		operands: "script",
		options: [runs("-s --setup <code>", "runs text as code"), ...plain("-n --number <number>", "-r --repeat <number>", "-u --unit <unit>")],
	},
	{ names: ["ensurepip"], options: [{ names: ["--root"], value: "required", is: "write", why: "installs to another place" }] },
];
