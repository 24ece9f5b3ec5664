import type { OptionRow, ProgramTable } from "../program-table.ts";
import { loads, plain, reads, runs, without, writes } from "./option-rows.ts";

/** The options of the programs that compress one file, which their analyser reads too. */
export const COMPRESSOR_OPTIONS: readonly OptionRow[] = [
	{ names: ["-r", "--recursive"] },
	{ names: ["-c", "--stdout", "--to-stdout"], operandsBecome: "read" },
	{ names: ["-t", "--test"], operandsBecome: "read" },
	{ names: ["-l"], operandsBecome: "read" },
	{ names: ["--list"], operandsBecome: "read" },
	writes("-o --output <file>", "writes the result to this file"),
	writes("-p --path [directory]", "writes the results there"),
	writes("--output-dir-flat <directory>", "writes the results there"),
	writes("--output-dir-mirror <directory>", "writes the results there"),
	writes("--trace <file>", "writes a trace to this file"),
	...reads("-D <file>", "--patch-from <file>"),
	loads("--files --files0 [file]", "takes the names of the files from this file"),
	loads("--filelist <file>", "takes the names of the files from this file"),
	...plain(
		"-S --suffix <suffix>",
		// SECURITY: in some of the programs these letters take no value, so that only a joined one is taken for it.
		"-F [format]",
		"--format <format>",
		"-C [check]",
		"--check <check>",
		"--block-size <size>",
		"--block-list <sizes>",
		"--flush-timeout <time>",
		"--memlimit-compress <limit>",
		"--memlimit-decompress <limit>",
		"--memlimit-mt-decompress <limit>",
		"-M [limit]",
		"--memlimit --memory <limit>",
		"-T --threads [number]",
		"-d --decompress --uncompress",
		"-x --extract",
		"-z --compress",
		"-N --name",
		"-P",
		"--exclude-compressed",
		"--train-cover [options]",
		"--train-fastcover [options]",
		"--train-legacy [options]",
	),
];

const compressing = {
	operands: "write",
	recursive: ["-r"],
	analyser: "compressed-names",
	analysesWords: true,
	options: COMPRESSOR_OPTIONS,
} as const;

/** zip, 7z, cpio, ar and the programs that compress one file. */
export const archives: readonly ProgramTable[] = [
	{ names: ["zip"], style: "none", operands: "data", analyser: "zip", analysesWords: true },
	{ names: ["unzip"], style: "none", operands: "data", analyser: "unzip", analysesWords: true },
	{ names: ["zipinfo", "zipgrep", "funzip", "unrar-free", "zipnote"], operands: "read" },
	{ names: ["7z", "7za", "7zr", "7zz"], style: "none", operands: "data", analyser: "seven-zip", analysesWords: true },
	{ names: ["cpio"], style: "none", operands: "data", analyser: "cpio", analysesWords: true },
	{ names: ["ar", "gcc-ar", "llvm-ar"], style: "none", operands: "data", analyser: "ar", analysesWords: true },
	{
		names: ["ranlib", "strip"],
		operands: "write",
		options: [writes("-o <file>", "writes the result to this file"), runs("--plugin <library>", "loads this plug-in")],
	},
	{ names: ["gzip", "xz", "lzma", "lzip", "plzip", "clzip", "lzop", "compress", "pigz", "zstd", "pzstd", "zstdmt"], ...compressing },
	{
		...compressing,
		names: ["gunzip", "unxz", "unlzma", "lunzip", "uncompress", "unpigz", "unzstd", "unbrotli", "bunzip2", "unlz4", "lbunzip2"],
		analyser: "unpacked-names",
	},
	{
		...compressing,
		names: ["bzip2", "pbzip2", "lbzip2", "lz4", "lz4c", "brotli"],
		analyser: "compressed-names-without-list",
		options: without(COMPRESSOR_OPTIONS, "-l"),
	},
	{
		names: ["unrar", "rar", "unar", "unace", "unarj", "unlzh", "cabextract"],
		style: "none",
		operands: "data",
		analyser: "foreign-archive",
		analysesWords: true,
	},
	{
		names: ["uudecode"],
		operands: "read",
		analyser: "named-inside",
		analysesWords: true,
		options: [writes("-o --output-file <file>", "writes the result to this file")],
	},
	{ names: ["uuencode", "lsar"], operands: ["read", "data"] },
];
