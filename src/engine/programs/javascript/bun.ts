import type { AnalyserFinding } from "../analyser.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { npmPackages } from "./npm.ts";

const options: readonly OptionRow[] = [
	...withRole("cwd", ["--cwd <directory>"]),
	runs("-e --eval <code>", "runs text as code"),
	runs("-p --print <code>", "runs text as code"),
	loads("-r --preload --require <module>", "loads this module first"),
	loads("--import <module>", "loads this module first"),
	loads("-c --config [file]", "loads settings, which name code"),
	loads("--env-file <file>", "loads variables into the environment"),
	runs("--shell <shell>", "runs scripts with another shell"),
	runs("--inspect [address]", "opens a debugger's port"),
	runs("--inspect-wait [address]", "opens a debugger's port"),
	runs("--inspect-brk [address]", "opens a debugger's port"),
	redirects("--registry <url>", "takes packages from another registry"),
	redirects("--ca <certificate>", "trusts another certificate"),
	redirects("--cafile <file>", "trusts another certificate"),
	loads("--tsconfig-override <file>", "loads settings"),
	loads("--extension-order <list>", "changes which code is loaded"),
	writes("--cache-dir <directory>", "keeps downloads in another place"),
	...plain(
		"-F --filter <pattern>",
		"--elide-lines <number>",
		"--port <number>",
		"--conditions <name>",
		"--main-fields <names>",
		"--define <name>",
		"-d <name>",
		"--drop <names>",
		"-l --loader <mapping>",
		"--jsx-runtime <name>",
		"--install <mode>",
		"--prefer-offline",
		"--title <text>",
		"--omit <kind>",
		"--backend <name>",
		"--network-concurrency <number>",
		"--concurrent-scripts <number>",
	),
];

const script: CommandForm = { operands: "data", analyser: scriptFile, options: [runs("-b --bun", "runs node's programs with bun")] };
const view: CommandForm = { operands: "data" };
const install: CommandForm = {
	operands: "data",
	analyser: npmPackages,
	options: [changes("-g --global", "installs for the whole machine"), runs("--trust", "lets packages run their scripts")],
};
const launch = named("runs", "fetches a package if need be and runs the program it brings", {
	style: "posix",
	launcher: {
		needsRule: "runs",
		why: "bun x runs a program that a package brings",
		installed: { places: ["node_modules/.bin"], options: ["--", "--bun"] },
	},
	options: [runs("-p --package <package>", "fetches this package")],
});
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });

/** bun: scripts, packages, tests; a name that is not a command is a script or a file that is run. */
export const bun: ProgramTable = {
	names: ["bun"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		run: script,
		test: {
			operands: "maybe-read",
			options: [
				writes("--coverage-dir <directory>", "writes reports"),
				writes("--reporter-outfile <file>", "writes a report"),
				...plain(
					"--timeout <milliseconds>",
					"-t --test-name-pattern <pattern>",
					"--reporter <name>",
					"--coverage-reporter <name>",
					"--bail [number]",
					"--rerun-each <number>",
					"--seed <number>",
					"--max-concurrency <number>",
					"-u --update-snapshots",
				),
			],
		},
		build: {
			operands: "maybe-read",
			options: [
				writes("--outdir <directory>", "writes the bundle"),
				writes("--outfile <file>", "writes the bundle"),
				writes("--metafile [file]", "writes a report"),
				...plain(
					"--target <target>",
					"--format <format>",
					"--sourcemap [kind]",
					"--root <directory>",
					"--entry-naming <pattern>",
					"--chunk-naming <pattern>",
					"--asset-naming <pattern>",
					"--public-path <path>",
					"-e --external <name>",
					"--packages <mode>",
					"--env <mode>",
					"--banner <text>",
					"--footer <text>",
				),
			],
		},
		install,
		i: also("install", install),
		ci: install,
		add: install,
		a: also("add", install),
		remove: install,
		rm: also("remove", install),
		update: install,
		outdated: view,
		audit: {},
		why: view,
		info: view,
		link: named("changes", "links packages of this machine", install),
		unlink: named("changes", "links packages of this machine", install),
		patch: named("changes", "unpacks a package for editing"),
		pm: {
			subcommands: {
				ls: view,
				bin: {},
				hash: {},
				whoami: {},
				version: { operands: "data" },
				why: view,
				view,
				"hash-string": {},
				"hash-print": {},
				untrusted: {},
				trust: named("runs", "lets packages run their scripts"),
				cache: named("changes", "works on the cache"),
				pack: { options: [writes("--destination <directory>", "writes the archive"), writes("--filename <file>", "writes the archive")] },
				pkg: named("changes", "rewrites package.json"),
				migrate: named("changes", "rewrites the lock file"),
			},
		},
		x: launch,
		exec: named("runs", "runs shell text", { operands: ["shell", "data"] }),
		repl: named("runs", "runs code from its input"),
		create: named("runs", "runs a template from a package"),
		c: also("create", named("runs", "runs a template from a package")),
		init: named("changes", "writes the files of a project"),
		publish: named("redirects", "publishes a package"),
		upgrade: named("runs", "replaces bun by a download"),
		completions: named("changes", "changes the shell's start files"),
		discord: named("runs", "starts a web browser"),
		help: view,
	}),
};

/** For `bun run` and its kin, whose operand is the name of a script or else a file: a file must be named in the rule. */
function scriptFile(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = operands[0];
	if (first === undefined) return [];
	if (first === null) return [{ kind: "ask", segment: "", why: "what runs is only known when the shell runs" }];
	if (!/[/\\]|\.[cm]?[jt]sx?$|\.(?:sh|json|wasm)$|^-$/.test(first)) return [];
	return [{ kind: "script", segment: first }];
}
