import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, reads, writes } from "./option-rows.ts";

/** tsc: the TypeScript compiler; one dash means two, options are not abbreviated, case does not matter. */
export const tsc: ProgramTable = {
	names: ["tsc", "tsgo", "vue-tsc"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	analyser: "response-files",
	options: [
		...reads("-p --project <file>", "--rootDir <directory>", "--rootDirs <directories>", "--baseUrl <directory>", "--typeRoots <directories>"),
		writes("--outDir --outdir <directory>", "writes the output"),
		writes("--outFile --outfile --out <file>", "writes the output"),
		writes("--declarationDir --declarationdir <directory>", "writes the declarations"),
		writes("--tsBuildInfoFile --tsbuildinfofile <file>", "writes the build's state"),
		writes("--generateTrace --generatetrace <directory>", "writes traces"),
		writes("--generateCpuProfile --generatecpuprofile <file>", "writes a profile"),
		changes("--init", "writes tsconfig.json"),
		changes("--clean", "deletes the output of a build"),
		loads("--plugins <list>", "loads plug-ins"),
		...plain(
			"-t --target <version>",
			"-m --module <kind>",
			"--moduleResolution <kind>",
			"--lib <names>",
			"--jsx <mode>",
			"--types <names>",
			"--locale <name>",
			"--newLine <kind>",
			"--noEmit",
			"--watchFile <kind>",
			"--watchDirectory <kind>",
			"--excludeDirectories <directories>",
			"--customConditions <names>",
			"--moduleDetection <mode>",
			"--declaration",
			"--sourceRoot <url>",
			"--mapRoot <url>",
			"--paths <map>",
			"--maxNodeModuleJsDepth <number>",
		),
	],
};
