import { type AnalyserFinding, hazard, undecided } from "../analyser.ts";
import { codeOperands } from "../operand-analysers.ts";
import { changes, loads, named, plain, reads, runs, withRole, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** A warning's category with a dot is a class of a module, which is loaded to find it; those of pytest are there already. */
export const PLAIN_WARNING = "[^:]*(?::[^:]*(?::(?:pytest\\.)?\\w*(?::[^]*)?)?)?";
export const LOADS_CATEGORY = "a category with a dot loads the module that it names";

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
		{ ...loads("-W <action>", LOADS_CATEGORY), unless: PLAIN_WARNING },
		...plain("-X <option>", "--check-hash-based-pycs <mode>", "--help-all", "--help-env", "--help-xoptions"),
	],
};

/** Modules of python that are run with `-m` and are not programs of their own. */
export const pythonModules: readonly ProgramTable[] = [
	{ names: ["json.tool"], operands: "filter", options: plain("--indent <number>") },
	{ names: ["py_compile"], operands: "read", analyser: insideOnly, closedOptions: "-[qh]|--quiet|--help", options: [] },
	{
		names: ["compileall"],
		operands: "read",
		analyser: insideOnly,
		closedOptions: "-[lfqbh]|--help|--hardlink-dupes",
		options: [
			loads("-i <file>", "takes the names of what it compiles, and writes beside, from this file"),
			...plain("-r <levels>", "-d <directory>", "-s <prefix>", "-p <prefix>", "-x <regex>", "-j --workers <number>"),
			...plain("--invalidation-mode <mode>", "-o <level>"),
			...reads("-e <directory>"),
		],
	},
	{
		// What stands in these places is imported, which runs it.
		names: ["unittest"],
		operands: "inside",
		analyser: codeOperands,
		closedOptions: "-[vqfcbh]|--(?:verbose|quiet|failfast|catch|buffer|locals|help)",
		options: [
			...withRole("inside", ["-s --start-directory <directory>", "-t --top-level-directory <directory>"]),
			...plain("-p --pattern <pattern>", "-k <pattern>", "--durations <number>"),
		],
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

/** Judges the operands of the modules that compile: beside each file they write, and `-` takes the names from the input. */
function insideOnly(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, at) => {
		if (operand === "-") return [undecided("-", "the names of the files come from the input", at)];
		if (operand?.split("/").includes("..") !== true) return [];
		return [hazard("changes", operand, "writes beside a file outside the working directory", at)];
	});
}

/** Notebooks: they run the code inside, and servers for it. */
export const notebooks: ProgramTable = {
	names: ["jupyter", "jupyter-lab", "jupyter-notebook", "jupyter-nbconvert", "papermill", "marimo", "streamlit", "gradio", "quarto"],
	abbreviations: false,
	closed: true,
	operands: "script",
	interpreter: { why: "runs the code in a notebook" },
	subcommands: {
		nbconvert: {
			operands: "maybe-read",
			options: [
				runs("--execute", "runs the code in the notebook"),
				loads("--config --template --template-file <file>", "loads settings, which are code"),
				loads("--post --writer <class>", "loads code"),
				writes("--output <file>", "writes the result"),
				writes("--output-dir <directory>", "writes the result"),
				changes("--inplace", "rewrites the notebook"),
				...plain("--to <format>", "--stdout"),
			],
		},
		kernelspec: { operands: "data" },
		lab: named("runs", "starts a server"),
		notebook: named("runs", "starts a server"),
		console: named("runs", "runs code from its input"),
		server: named("runs", "starts a server"),
		execute: named("runs", "runs the code in a notebook"),
		run: named("runs", "runs code", { operands: "script" }),
		edit: named("runs", "starts a server"),
		render: named("runs", "runs the code in a document"),
		preview: named("runs", "starts a server"),
	},
};
