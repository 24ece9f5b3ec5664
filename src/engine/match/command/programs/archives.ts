import type { ProgramTable } from "../program-table.ts";
import { plain, reads, runs, withRole, writes } from "./option-rows.ts";

/** zip, 7z, cpio, ar and the programs that compress one file. */
export const archives: readonly ProgramTable[] = [
	{ names: ["zip"], style: "none", operands: "data", analyser: "zip", analysesWords: true },
	{ names: ["unzip"], style: "none", operands: "data", analyser: "unzip", analysesWords: true },
	{ names: ["zipinfo", "zipgrep", "funzip", "unrar-free", "zipnote"], operands: "read" },
	{ names: ["7z", "7za", "7zr", "7zz"], style: "none", operands: "data", analyser: "seven-zip", analysesWords: true },
	{ names: ["cpio"], style: "none", operands: "data", analyser: "cpio", analysesWords: true },
	{ names: ["ar", "gcc-ar", "llvm-ar"], style: "none", operands: "data", analyser: "ar", analysesWords: true },
	{ names: ["ranlib", "strip"], operands: "write", options: [writes("-o <file>", "writes the result to this file"), runs("--plugin <library>", "loads this plug-in")] },
	{
		names: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "lzip", "lzop", "compress", "uncompress", "brotli", "lz4", "unlz4", "pigz", "unpigz", "pbzip2"],
		operands: "write",
		options: [
			{ names: ["-c", "--stdout", "--to-stdout"], operandsBecome: "read" },
			{ names: ["-t", "--test"], operandsBecome: "read" },
			{ names: ["-l", "--list"], operandsBecome: "read" },
			...withRole("read", ["--files [file]", "--files0 [file]"]),
			...plain(
				"-S --suffix <suffix>",
				"-F --format <format>",
				"-C --check <check>",
				"--block-size <size>",
				"--block-list <sizes>",
				"--flush-timeout <time>",
				"--memlimit-compress <limit>",
				"--memlimit-decompress <limit>",
				"--memlimit-mt-decompress <limit>",
				"-M --memlimit --memory <limit>",
				"-T --threads <number>",
			),
		],
	},
	{
		names: ["zstd", "unzstd", "pzstd", "zstdmt"],
		operands: "write",
		options: [
			{ names: ["-c", "--stdout"], operandsBecome: "read" },
			{ names: ["-t", "--test"], operandsBecome: "read" },
			{ names: ["-l", "--list"], operandsBecome: "read" },
			writes("-o <file>", "writes the result to this file"),
			writes("--output-dir-flat <directory>", "writes the results there"),
			writes("--output-dir-mirror <directory>", "writes the results there"),
			writes("--trace <file>", "writes a trace to this file"),
			...reads("-D <file>", "--patch-from <file>", "--filelist <file>"),
			...plain("-M --memory <limit>", "--format <format>", "--exclude-compressed", "--train-cover [options]", "--train-fastcover [options]", "--train-legacy [options]"),
		],
	},
];
