import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = [
	loads("--config <setting-or-file>", "settings of cargo name programs that it runs (target.x.runner, build.rustc-wrapper)"),
	loads("-Z <flag>", "switches on unfinished behaviour, which may run programs"),
	...withRole("cwd", ["-C <directory>", "--manifest-path <file>"]),
	loads("--lockfile-path <file>", "takes the versions of packages from another file"),
	writes("--target-dir <directory>", "builds in another place"),
	redirects("--registry <name>", "takes packages from, or sends them to, another registry"),
	redirects("--index <url>", "takes packages from, or sends them to, another registry"),
	redirects("--token <token>", "uses another credential"),
	...plain("--color <when>", "--explain <code>", "--list", "-q --quiet", "-v --verbose", "--locked", "--offline", "--frozen", "--target <triple>", "--message-format <format>", "--profile <name>", "-j --jobs <number>", "-F --features <names>", "-p --package <name>", "--exclude <name>", "--bin <name>", "--test <name>", "--example <name>", "--bench <name>", "--timings [formats]"),
];

const build: CommandForm = { operands: "data" };
const emit: CommandForm = {
	operands: "data",
	options: [writes("--artifact-dir --out-dir <directory>", "writes the output"), runs("--open", "starts a browser")],
};
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });
const run = named("runs", "runs the program that the project builds", { style: "posix", operands: "data" });
const fix: CommandForm = { operands: "data", options: [changes("--fix", "rewrites the source"), changes("--allow-dirty", "rewrites source that is not committed")] };

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
		test: { operands: "data", options: plain("--no-run", "--no-fail-fast") },
		t: also("test", build),
		bench: build,
		clippy: fix,
		run,
		r: also("run", run),
		doc: emit,
		d: also("doc", emit),
		rustdoc: emit,
		rustc: named("loads", "passes options to the compiler, which load code and name a linker"),
		fmt: { operands: "data", options: [...plain("--all", "--check", "-p --package <name>")] },
		fix: named("changes", "rewrites the source", fix),
		nextest: {
			operands: "data",
			subcommands: {
				run: { operands: "data", options: [loads("--config-file <file>", "loads settings, which name programs"), loads("--tool-config-file <file>", "loads settings"), loads("--archive-file <file>", "runs what an archive holds"), ...plain("-E --filter-expr --filterset <expression>", "--retries <number>", "-P --profile <name>", "--test-threads <number>", "--partition <partition>")] },
				list: { operands: "data", options: [loads("--config-file <file>", "loads settings, which name programs")] },
				show: { operands: "data" },
				archive: named("changes", "writes an archive"),
				self: named("runs", "replaces the program by a download"),
			},
		},
		"llvm-cov": { operands: "data", options: [writes("--output-path <file>", "writes a report"), writes("--output-dir <directory>", "writes a report"), runs("--open", "starts a browser")] },
		tarpaulin: { operands: "data", options: [writes("--output-dir <directory>", "writes a report"), ...plain("-o --out <formats>")] },
		audit: { operands: "data" },
		deny: { operands: "data" },
		expand: { operands: "data" },
		machete: { operands: "data", options: [changes("--fix", "rewrites Cargo.toml")] },
		outdated: { operands: "data" },
		tree: { operands: "data", options: plain("-i --invert <package>", "-e --edges <kinds>", "--prefix <kind>", "--format <format>", "--depth <number>", "--prune <package>", "--charset <name>") },
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
		add: { operands: "maybe-read", options: [redirects("--git <url>", "takes a package from another repository"), ...withRole("cwd", ["--path <directory>"]), ...plain("--rename <name>", "--branch <name>", "--tag <name>", "--rev <revision>")] },
		remove: { operands: "data" },
		rm: also("remove", { operands: "data" }),
		new: named("changes", "writes the files of a project", { operands: "write" }),
		init: named("changes", "writes the files of a project", { operands: "write" }),
		install: named("runs", "builds and installs a program", { operands: "data", options: [writes("--root <directory>", "installs to another place"), redirects("--git <url>", "takes the program from another repository"), redirects("--path <directory>", "takes the program from another place"), ...plain("--version <version>", "--branch <name>", "--tag <name>", "--rev <revision>")] }),
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
