import type { ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, runs, writes } from "./option-rows.ts";

/** rustc: the compiler; macros and linkers run code. */
export const rustc: ProgramTable = {
	names: ["rustc", "rustdoc"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: "response-files",
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
		{ ...changes("--emit <kinds>", "writes to the place after the equals sign"), except: ["metadata", "link", "asm", "llvm-ir", "mir", "obj", "dep-info", "llvm-bc"] },
		...plain("--crate-name <name>", "--crate-type <type>", "--edition <edition>", "--cfg <spec>", "--check-cfg <spec>", "--target <triple>", "--print <kind>", "--explain <code>", "--cap-lints <level>", "-A --allow <lint>", "-W --warn <lint>", "-D --deny <lint>", "-F --forbid <lint>", "--error-format <format>", "--color <when>", "--remap-path-prefix <map>", "--json <kinds>"),
	],
};

/** rustfmt: rewrites files unless it only checks. */
export const rustfmt: ProgramTable = {
	names: ["rustfmt"],
	abbreviations: false,
	operands: "write",
	options: [
		{ names: ["--check"], operandsBecome: "maybe-read" },
		{ names: ["--emit"], value: "required" },
		loads("--config-path <path>", "loads settings"),
		...plain("--config <settings>", "--edition <edition>", "--style-edition <edition>", "--color <when>", "--file-lines <ranges>", "--print-config <kind>"),
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
		run: named("runs", "runs a program with another toolchain", { style: "posix", launcher: { ownOperands: 1, needsRule: "runs", why: "rustup run chooses another toolchain" }, options: plain("--install") }),
		toolchain: { subcommands: { list: {}, install: named("changes", "installs a toolchain"), uninstall: named("changes", "removes a toolchain"), link: named("loads", "takes a toolchain from another place") } },
		target: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		component: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		override: { subcommands: { list: {}, set: named("redirects", "chooses another toolchain"), unset: named("redirects", "chooses another toolchain") } },
		default: named("redirects", "chooses another toolchain"),
		install: named("changes", "installs a toolchain"),
		update: named("changes", "installs a toolchain"),
		uninstall: named("changes", "removes a toolchain"),
		self: named("runs", "replaces or removes the program"),
		set: named("redirects", "changes settings"),
	},
	options: plain("-v --verbose", "-q --quiet", "--dump-testament"),
};
