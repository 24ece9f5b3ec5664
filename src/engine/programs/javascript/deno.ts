import { inputIsCode, moduleOperands } from "../operand-analysers.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const permission = (synopsis: string): OptionRow => redirects(synopsis, "widens what the script may do");

const options: readonly OptionRow[] = [
	permission("-A --allow-all"),
	permission("-P --permission-set [name]"),
	permission("-R --allow-read [paths]"),
	permission("-W --allow-write [paths]"),
	permission("-N --allow-net [hosts]"),
	permission("-E --allow-env [names]"),
	permission("-S --allow-sys [names]"),
	permission("--allow-run [programs]"),
	permission("--allow-ffi [paths]"),
	permission("-I --allow-import [hosts]"),
	permission("--allow-scripts [packages]"),
	permission("--allow-hrtime"),
	loads("-c --config <file>", "loads settings, which name code"),
	loads("--import-map <file>", "changes which code is loaded"),
	loads("--preload --import <module>", "loads this module first"),
	loads("--require <module>", "loads this module first"),
	loads("--env-file [file]", "loads variables into the environment"),
	loads("--node-modules-dir [mode]", "changes which code is loaded"),
	loads("-r --reload [modules]", "fetches code again"),
	loads("--no-lock", "code is no longer checked against the lock file"),
	loads("--v8-flags [flags]", "options of the engine"),
	redirects("--cert <file>", "trusts another certificate"),
	redirects("--unsafely-ignore-certificate-errors [hosts]", "accepts any certificate"),
	redirects("--inspect [address]", "opens a debugger's port"),
	redirects("--inspect-brk [address]", "opens a debugger's port"),
	redirects("--inspect-wait [address]", "opens a debugger's port"),
	writes("--lock [file]", "writes the lock file"),
	...plain(
		"-L --log-level <level>",
		"--location <url>",
		"--seed <number>",
		"--ext <extension>",
		"--minimum-dependency-age <age>",
		"--conditions <names>",
	),
];

const script: CommandForm = { style: "posix", operands: ["script", "data"] };

/** deno: runs scripts behind permissions of its own; tests, lint and format. */
export const deno: ProgramTable = {
	names: ["deno"],
	closed: true,
	abbreviations: false,
	analyser: inputIsCode,
	runsInput: "code",
	analysesWords: true,
	options,
	subcommands: everywhere(options, {
		run: named("runs", "runs a script", script),
		serve: named("runs", "runs a script as a server", script),
		eval: named("runs", "runs text as code"),
		repl: named("runs", "runs code from its input", {
			options: [runs("--eval <code>", "runs text as code"), loads("--eval-file <files>", "runs files")],
		}),
		x: named("runs", "fetches and runs a program"),
		task: { operands: "data" },
		test: {
			operands: "maybe-read",
			analyser: moduleOperands,
			options: [
				writes("--coverage [directory]", "writes reports"),
				writes("--junit-path <file>", "writes a report"),
				...plain(
					"--filter <pattern>",
					"--ignore <paths>",
					"--reporter <name>",
					"--shuffle [seed]",
					"--fail-fast [number]",
					"--jobs [number]",
					"-j <number>",
				),
			],
		},
		bench: { operands: "maybe-read", analyser: moduleOperands, options: plain("--filter <pattern>", "--ignore <paths>") },
		check: { operands: "maybe-read", analyser: moduleOperands },
		lint: {
			operands: "maybe-read",
			options: [
				{ names: ["--fix"], operandsBecome: "write", why: "rewrites the files" },
				loads("--rules-plugin <module>", "loads code"),
				...plain("--ignore <paths>", "--rules-include <names>", "--rules-exclude <names>", "--rules-tags <names>", "--ext <extension>"),
			],
		},
		fmt: {
			operands: "write",
			defaultOperand: ".",
			options: [
				{ names: ["--check"], operandsBecome: "read" },
				...plain("--ignore <paths>", "--indent-width <number>", "--line-width <number>", "--prose-wrap <mode>", "--ext <extension>"),
			],
		},
		doc: {
			operands: "maybe-read",
			options: [writes("--output <directory>", "writes pages"), ...plain("--name <name>", "--filter <name>")],
		},
		info: { operands: "maybe-read" },
		types: {},
		coverage: {
			operands: "read",
			options: [writes("--output <file>", "writes a report"), ...plain("--include <pattern>", "--exclude <pattern>")],
		},
		cache: named("loads", "fetches code"),
		add: named("loads", "fetches code", { operands: "data" }),
		approve: named("runs", "lets packages run their scripts"),
		remove: { operands: "data" },
		outdated: { options: [changes("-u --update", "fetches other versions")] },
		audit: {},
		clean: named("changes", "deletes the cache"),
		install: named("loads", "fetches code and may install programs", {
			operands: "data",
			options: [changes("-g --global", "installs for the whole machine"), writes("--root <directory>", "installs to another place")],
		}),
		uninstall: named("changes", "removes programs"),
		compile: named("changes", "writes a program", {
			operands: ["script", "data"],
			options: [
				writes("-o --output <file>", "writes a program"),
				loads("--include <file>", "puts a file into the program"),
				...plain("--target <target>", "--icon <file>"),
			],
		}),
		bundle: {
			operands: "maybe-read",
			options: [writes("-o --output <file>", "writes the bundle"), writes("--outdir <directory>", "writes the bundle")],
		},
		init: named("changes", "writes the files of a project"),
		create: named("runs", "runs a template from a package"),
		jupyter: named("runs", "runs code from its input"),
		lsp: named("runs", "starts a process that stays"),
		publish: named("redirects", "publishes a package"),
		deploy: named("redirects", "publishes an application"),
		sandbox: named("redirects", "works on another machine"),
		upgrade: named("runs", "replaces deno by a download"),
		vendor: named("loads", "fetches code"),
		completions: {},
		help: { operands: "data" },
	}),
};
