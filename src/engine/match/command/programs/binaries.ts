import type { OptionRow, ProgramTable } from "../program-table.ts";
import { changes, loads, plain, writes } from "./option-rows.ts";

// SECURITY: `-ofile` is `-o file`; with names that are never clustered it must be listed letter by letter.
export const JOINED_OUTPUT: OptionRow = {
	names: [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~"].map((letter) => `-o${letter}`),
	prefix: true,
	hazard: "changes",
	why: "writes the output",
};

const prefixed = (row: OptionRow): OptionRow => ({ ...row, prefix: true });
const responses = { analyser: "response-files" } as const;
const plugin = loads("--plugin <library>", "loads this plug-in");

/** Programs that take object files apart or put them together; all of them replace `@file` by the words in the file. */
export const binaries: readonly ProgramTable[] = [
	{
		names: ["strings", "gstrings"],
		operands: "read",
		...responses,
		options: plain(
			"-n --bytes <number>",
			"-t --radix <radix>",
			"-e --encoding <encoding>",
			"-U --unicode <how>",
			"-T --target <name>",
			"-s --output-separator <text>",
		),
	},
	{ names: ["nm", "size", "ldd", "readelf", "otool", "lipo", "llvm-nm", "gcc-nm"], operands: "read", ...responses, options: [plugin] },
	{
		names: ["objdump", "llvm-objdump"],
		operands: "read",
		...responses,
		options: [
			plugin,
			...plain("-j --section <name>", "-M --disassembler-options <options>", "-b --target <name>", "-m --architecture <name>"),
		],
	},
	{ names: ["addr2line"], operands: "data", ...responses, options: [{ names: ["-e", "--exe"], value: "required", is: "read" }] },
	{ names: ["c++filt"], operands: "data", ...responses, options: plain("-s --format <style>") },
	{
		names: ["objcopy", "llvm-objcopy"],
		operands: "write",
		...responses,
		options: [
			plugin,
			changes("--dump-section <section-and-file>", "writes a section to this file"),
			changes("--extract-dwo --extract-symbol --split-dwo <file>", "writes another file"),
			loads("-i --interleave --redefine-syms --keep-symbols --strip-symbols <file>", "takes names from this file"),
			{ names: ["--add-section", "--update-section", "--add-gnu-debuglink"], value: "required", is: "maybe-read" },
			...plain(
				"-I --input-target <format>",
				"-O --output-target <format>",
				"-B --binary-architecture <name>",
				"-j --only-section <name>",
				"-R --remove-section <name>",
				"-K --keep-symbol <name>",
				"-N --strip-symbol <name>",
				"--set-section-flags <flags>",
				"--rename-section <names>",
			),
		],
	},
	{
		names: ["ld", "ld.bfd", "ld.gold", "ld.lld", "gold", "lld", "mold", "ld64.lld", "wasm-ld"],
		style: "long-dash",
		abbreviations: false,
		operands: "maybe-read",
		analyser: "linker-output",
		analysesWords: true,
		options: [
			writes("-o --output <file>", "writes the output"),
			JOINED_OUTPUT,
			...["-plugin", "--plugin", "-load-pass-plugin", "--load-pass-plugin"].map((name) => prefixed(loads(name, "loads this plug-in"))),
			...["-T", "--script", "-script", "-dT", "--default-script", "-c", "--mri-script", "--version-script", "--dynamic-list"].map((name) =>
				prefixed(loads(name, "loads a script of the linker")),
			),
			...["-Map", "--Map", "--out-implib", "--dependency-file", "--reproduce", "--save-temps", "-save-temps", "--cref", "--thinlto"].map(
				(name) => prefixed(changes(name, "writes files")),
			),
			...plain(
				"-L <directory>",
				"-l <library>",
				"-m <emulation>",
				"-e <symbol>",
				"-rpath <directory>",
				"-soname <name>",
				"-dynamic-linker <file>",
			),
		],
	},
	{
		names: ["as", "gas", "nasm", "yasm"],
		style: "long-dash",
		abbreviations: false,
		operands: "maybe-read",
		analyser: "linker-output",
		analysesWords: true,
		options: [
			writes("-o --output <file>", "writes the output"),
			JOINED_OUTPUT,
			writes("-MD --MD -MF -l -E -Z <file>", "writes a file"),
			prefixed(changes("-a", "writes a listing")),
			loads("-p -P -s <file>", "loads a file first"),
			...plain("-I <directory>", "-f <format>", "-D <macro>"),
		],
	},
];
