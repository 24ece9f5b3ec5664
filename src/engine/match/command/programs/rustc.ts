import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, writes } from "./option-rows.ts";

/** rustc: the compiler; macros and linkers run code. */
export const rustc: ProgramTable = {
	names: ["rustc", "rustdoc"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: "rustc-output",
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
