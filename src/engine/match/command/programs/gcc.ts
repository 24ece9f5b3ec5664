import type { OptionRow, ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs, writes } from "./option-rows.ts";

// SECURITY: `-ofile` is `-o file`; with names that are never clustered it must be listed letter by letter.
const JOINED_OUTPUT: OptionRow = {
	names: [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./~"].map((letter) => `-o${letter}`),
	prefix: true,
	hazard: "changes",
	why: "writes the output",
};

/** C compilers: they write files, load plug-ins and start the other parts of the tool chain. */
export const gcc: ProgramTable = {
	names: ["gcc", "g++", "cc", "c++", "clang", "clang++", "cpp", "gfortran", "tcc", "zig-cc", "emcc"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	analyser: "response-files",
	options: [
		writes("-o --output <file>", "writes the output"),
		JOINED_OUTPUT,
		{ ...loads("-fplugin", "loads code"), prefix: true },
		{ ...loads("-fpass-plugin", "loads code"), prefix: true },
		{ ...loads("-specs", "names the programs of the tool chain"), prefix: true },
		{ ...loads("--specs", "names the programs of the tool chain"), prefix: true },
		{ ...loads("-B", "takes the programs of the tool chain from another place"), prefix: true },
		{ ...loads("--gcc-toolchain", "takes the programs of the tool chain from another place"), prefix: true },
		{ ...loads("--config", "loads options from a file"), prefix: true },
		{ ...runs("-wrapper", "runs the parts of the tool chain with this program"), prefix: true },
		{ ...runs("-fuse-ld=/", "runs this program as the linker"), prefix: true },
		{ ...runs("-fuse-ld=.", "runs this program as the linker"), prefix: true },
		{ ...runs("--ld-path", "runs this program as the linker"), prefix: true },
		{ ...loads("-Wl,", "options of the linker write files and load code"), prefix: true },
		{ ...loads("-Wa,", "options of the assembler"), prefix: true },
		{ ...loads("-Wp,", "options of the preprocessor write files"), prefix: true },
		loads("-Xlinker <option>", "options of the linker"),
		loads("-Xassembler <option>", "options of the assembler"),
		loads("-Xpreprocessor <option>", "options of the preprocessor"),
		loads("-Xclang <option>", "options of the compiler load code"),
		loads("-mllvm <option>", "options of the compiler load code"),
		loads("-load <file>", "loads code"),
		loads("-T <file>", "loads a script of the linker"),
		writes("-MF <file>", "writes a file"),
		writes("-MJ <file>", "writes a file"),
		writes("-dumpdir <prefix>", "writes files"),
		writes("-dumpbase <name>", "writes files"),
		{ ...changes("-fdump-", "writes files"), prefix: true },
		{ ...changes("-ftime-trace", "writes a file"), prefix: true },
		{ ...changes("-fprofile-", "writes files"), prefix: true },
		{ ...changes("-save-temps", "writes files"), prefix: true },
		...plain("-I <directory>", "-L <directory>", "-D <macro>", "-U <macro>", "-l <library>", "-x <language>", "-include <file>", "-isystem <directory>", "-iquote <directory>", "-idirafter <directory>", "-imacros <file>", "-isysroot <directory>", "--sysroot <directory>", "-target <triple>", "-arch <name>", "-MT <target>", "-MQ <target>", "-framework <name>", "-u <symbol>", "-z <keyword>", "-Wall", "-Wextra", "-Werror", "-std [standard]", "-fsyntax-only", "-pedantic", "-shared", "-static", "-pthread"),
	],
};
