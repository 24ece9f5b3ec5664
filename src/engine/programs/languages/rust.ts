import { type AnalyserFinding, access, undecided } from "../analyser.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { rustcOutput } from "./gcc.ts";

const options: readonly OptionRow[] = [
	loads("--config <setting-or-file>", "settings of cargo name programs that it runs (target.x.runner, build.rustc-wrapper)"),
	loads("-Z <flag>", "switches on unfinished behaviour, which may run programs"),
	...withRole("cwd", ["-C <directory>"]),
	...withRole("inside", ["--manifest-path <file>"]),
	loads("--lockfile-path <file>", "takes the versions of packages from another file"),
	writes("--target-dir <directory>", "builds in another place"),
	redirects("--registry <name>", "takes packages from, or sends them to, another registry"),
	redirects("--index <url>", "takes packages from, or sends them to, another registry"),
	redirects("--token <token>", "uses another credential"),
	...plain(
		"--color <when>",
		"--explain <code>",
		"--list",
		"-q --quiet",
		"-v --verbose",
		"--locked",
		"--offline",
		"--frozen",
		"--target <triple>",
		"--message-format <format>",
		"--profile <name>",
		"-j --jobs <number>",
		"-F --features <names>",
		"-p --package <name>",
		"--exclude <name>",
		"--bin <name>",
		"--test <name>",
		"--example <name>",
		"--bench <name>",
		"--timings [formats]",
	),
];

const build: CommandForm = { operands: "data" };
const test: CommandForm = { operands: "data", options: plain("--no-run", "--no-fail-fast"), analyser: harnessWords, analysesWords: true };

/** What stands after `--` goes to the test programs, which write a log where they are told to. */
function harnessWords(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const own = words.indexOf("--");
	if (own < 0) return [];
	return words.slice(own + 1).flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null) return [undecided("", "a word for the test programs is only known when the shell runs")];
		const file = /^--?logfile(?:=(.*))?$/s.exec(word);
		if (file === null) return [];
		const path = file[1] ?? words[own + at + 2];
		return typeof path === "string"
			? [access("write", path)]
			: [undecided(word, "which file is written is only known when the shell runs")];
	});
}
const emit: CommandForm = {
	operands: "data",
	options: [writes("--artifact-dir --out-dir <directory>", "writes the output"), runs("--open", "starts a browser")],
};
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });
const run = named("runs", "runs the program that the project builds", { style: "posix", operands: "data" });
const fix: CommandForm = {
	operands: "data",
	// Words for the compiler: only those that choose warnings.
	passesOn: "-[WDAF]|(?:-[WDAF])?[a-z][a-z0-9_-]*(?:::[a-z0-9_-]+)*|--(?:warn|deny|allow|forbid|cap-lints)(?:=[\\w:-]+)?|--no-deps",
	options: [changes("--fix", "rewrites the source"), ...plain("--allow-dirty", "--allow-staged", "--allow-no-vcs")],
};

/** cargo: builds and tests of rust. An unknown subcommand is a program named cargo-<name>. Words after `--` go to the tests. */
export const cargo: ProgramTable = {
	names: ["cargo"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		build: emit,
		b: also("build", emit),
		check: build,
		c: also("check", build),
		test,
		t: also("test", test),
		bench: test,
		clippy: fix,
		run,
		r: also("run", run),
		doc: emit,
		d: also("doc", emit),
		rustdoc: emit,
		rustc: named("loads", "passes options to the compiler, which load code and name a linker"),
		fmt: {
			operands: "data",
			passesOn:
				"--check|-[lqv]|--files-with-diff|--verbose|--quiet|--edition(?:=\\d+)?|--style-edition(?:=\\d+)?|20\\d\\d|--color(?:=\\w+)?|always|never|auto",
			options: [...plain("--all", "--check", "-p --package <name>")],
		},
		fix: named("changes", "rewrites the source", fix),
		nextest: {
			operands: "data",
			subcommands: {
				run: {
					operands: "data",
					options: [
						loads("--config-file <file>", "loads settings, which name programs"),
						loads("--tool-config-file <file>", "loads settings"),
						loads("--archive-file <file>", "runs what an archive holds"),
						...plain(
							"-E --filter-expr --filterset <expression>",
							"--retries <number>",
							"-P --profile <name>",
							"--test-threads <number>",
							"--partition <partition>",
						),
					],
				},
				list: { operands: "data", options: [loads("--config-file <file>", "loads settings, which name programs")] },
				show: { operands: "data" },
				archive: named("changes", "writes an archive"),
				self: named("runs", "replaces the program by a download"),
			},
		},
		"llvm-cov": {
			operands: "data",
			options: [
				writes("--output-path <file>", "writes a report"),
				writes("--output-dir <directory>", "writes a report"),
				runs("--open", "starts a browser"),
			],
		},
		tarpaulin: { operands: "data", options: [writes("--output-dir <directory>", "writes a report"), ...plain("-o --out <formats>")] },
		audit: { operands: "data" },
		deny: { operands: "data" },
		expand: { operands: "data" },
		machete: { operands: "data", options: [changes("--fix", "rewrites Cargo.toml")] },
		outdated: { operands: "data" },
		tree: {
			operands: "data",
			options: plain(
				"-i --invert <package>",
				"-e --edges <kinds>",
				"--prefix <kind>",
				"--format <format>",
				"--depth <number>",
				"--prune <package>",
				"--charset <name>",
			),
		},
		metadata: { options: plain("--format-version <number>", "--filter-platform <triple>") },
		info: { operands: "data" },
		search: { operands: "data", options: plain("--limit <number>") },
		pkgid: { operands: "data" },
		"locate-project": {},
		"verify-project": {},
		"read-manifest": {},
		version: {},
		help: { operands: "data" },
		report: { operands: "data" },
		config: { operands: "data" },
		fetch: {},
		update: { operands: "data", options: plain("--precise <version>") },
		"generate-lockfile": {},
		vendor: { operands: "write" },
		clean: named("changes", "deletes the output"),
		add: {
			operands: "maybe-read",
			options: [
				redirects("--git <url>", "takes a package from another repository"),
				...withRole("cwd", ["--path <directory>"]),
				...plain("--rename <name>", "--branch <name>", "--tag <name>", "--rev <revision>"),
			],
		},
		remove: { operands: "data" },
		rm: also("remove", { operands: "data" }),
		new: named("changes", "writes the files of a project", { operands: "write" }),
		init: named("changes", "writes the files of a project", { operands: "write" }),
		install: named("runs", "builds and installs a program", {
			operands: "data",
			options: [
				writes("--root <directory>", "installs to another place"),
				redirects("--git <url>", "takes the program from another repository"),
				redirects("--path <directory>", "takes the program from another place"),
				...plain("--version <version>", "--branch <name>", "--tag <name>", "--rev <revision>"),
			],
		}),
		uninstall: named("changes", "removes a program"),
		package: { operands: "data", options: plain("--allow-dirty", "--list", "--no-verify") },
		publish: account("publishes a package"),
		yank: account("withdraws a published package"),
		owner: account("changes who may publish"),
		login: account("makes a credential"),
		logout: account("deletes a credential"),
		miri: named("runs", "runs the program that the project builds"),
		watch: named("runs", "runs commands whenever a file changes"),
		credential: account("works on credentials"),
	}),
};

/** rustc: the compiler; macros and linkers run code. */
export const rustc: ProgramTable = {
	names: ["rustc", "rustdoc"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: rustcOutput,
	analysesWords: true,
	options: [
		writes("-o --output <file>", "writes the output"),
		writes("--out-dir <directory>", "writes the output"),
		loads("-C --codegen <option>", "names the linker and its options"),
		loads("-Z <flag>", "switches on unfinished behaviour"),
		loads("--extern <crate>", "loads a library; a macro of it runs"),
		loads("-L <path>", "takes libraries from another place"),
		loads("-l <library>", "links a library"),
		loads("--sysroot <directory>", "takes the compiler's parts from another place"),
		runs("--test-runtool --runtool <program>", "runs tests with this program"),
		runs("--test-builder <program>", "builds tests with this program"),
		{
			...changes("--emit <kinds>", "writes to the place after the equals sign"),
			except: ["metadata", "link", "asm", "llvm-ir", "mir", "obj", "dep-info", "llvm-bc"],
		},
		...plain(
			"--crate-name <name>",
			"--crate-type <type>",
			"--edition <edition>",
			"--cfg <spec>",
			"--check-cfg <spec>",
			"--target <triple>",
			"--print <kind>",
			"--explain <code>",
			"--cap-lints <level>",
			"-A --allow <lint>",
			"-W --warn <lint>",
			"-D --deny <lint>",
			"-F --forbid <lint>",
			"--error-format <format>",
			"--color <when>",
			"--remap-path-prefix <map>",
			"--json <kinds>",
		),
	],
};

/** rustfmt: rewrites files unless it only checks. */
export const rustfmt: ProgramTable = {
	names: ["rustfmt"],
	abbreviations: false,
	operands: "write",
	rewritesBelow: true,
	options: [
		{ names: ["--check"], operandsBecome: "maybe-read" },
		{ names: ["--emit"], value: "required" },
		loads("--config-path <path>", "loads settings"),
		...plain(
			"--config <settings>",
			"--edition <edition>",
			"--style-edition <edition>",
			"--color <when>",
			"--file-lines <ranges>",
			"--print-config <kind>",
		),
	],
};

/** rustup: toolchains of rust. */
export const rustup: ProgramTable = {
	names: ["rustup"],
	closed: true,
	abbreviations: false,
	subcommands: {
		show: { operands: "data" },
		which: { operands: "data" },
		check: {},
		doc: named("runs", "starts a browser"),
		man: { operands: "data" },
		help: { operands: "data" },
		completions: { operands: "data" },
		run: named("runs", "runs a program with another toolchain", {
			style: "posix",
			launcher: { ownOperands: 1, needsRule: "runs", why: "rustup run chooses another toolchain" },
			options: plain("--install"),
		}),
		toolchain: {
			subcommands: {
				list: {},
				install: named("changes", "installs a toolchain"),
				uninstall: named("changes", "removes a toolchain"),
				link: named("loads", "takes a toolchain from another place"),
			},
		},
		target: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		component: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		override: {
			subcommands: {
				list: {},
				set: named("redirects", "chooses another toolchain"),
				unset: named("redirects", "chooses another toolchain"),
			},
		},
		default: named("redirects", "chooses another toolchain"),
		install: named("changes", "installs a toolchain"),
		update: named("changes", "installs a toolchain"),
		uninstall: named("changes", "removes a toolchain"),
		self: named("runs", "replaces or removes the program"),
		set: named("redirects", "changes settings"),
	},
	options: plain("-v --verbose", "-q --quiet", "--dump-testament"),
};
