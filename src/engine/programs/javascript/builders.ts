import { type AnalyserFinding, access } from "../analyser.ts";
import { codeOrResponseOperands } from "../operand-analysers.ts";
import { camelOrKebab, changes, loads, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Files that tsc is given are compiled beside themselves, unless it is told otherwise. */
function compiledFiles(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const operands = words.filter((word) => word === null || !word.startsWith("-"));
	const flag = (name: RegExp) => words.findIndex((word) => name.test(word ?? ""));
	const stays = flag(/^--?noemit$/i);
	const elsewhere = flag(/^--?(?:outdir|outfile|out|listfilesonly|showconfig|build|b|version|v|help|h)$/i) >= 0;
	const emits = (stays < 0 || /^false$/i.test(words[stays + 1] ?? "")) && !elsewhere;
	const written = emits ? operands.flatMap((word) => (word === null ? [] : compiledName(word))) : [];
	return [...codeOrResponseOperands(operands), ...written.map((path) => access("write", path))];
}

/** `a.ts` → `a.js`; a declaration is not compiled. */
function compiledName(path: string): readonly string[] {
	const parts = /^(.+)\.([cm]?)(?:ts|tsx)$/i.exec(path);
	return parts === null || /\.d$/i.test(parts[1] ?? "") ? [] : [`${parts[1]}.${parts[2]}js`];
}

/** tsc: the TypeScript compiler; one dash means two, options are not abbreviated, case does not matter. */
export const tsc: ProgramTable = {
	names: ["tsc", "tsgo", "vue-tsc"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	analyser: compiledFiles,
	analysesWords: true,
	options: [
		...withRole("inside", ["-p --project <file>"]),
		...reads("--rootDir <directory>", "--rootDirs <directories>", "--baseUrl <directory>", "--typeRoots <directories>"),
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
	].map((row) => (row.value === "required" ? { ...row, dashless: true as const } : row)),
};

/** Builders of web pages: their settings and plug-ins are code. */
export const bundlers: ProgramTable = {
	names: [
		"vite",
		"webpack",
		"webpack-cli",
		"rollup",
		"esbuild",
		"tsup",
		"parcel",
		"swc",
		"babel",
		"rspack",
		"rolldown",
		"next",
		"nuxt",
		"nuxi",
		"astro",
		"remix",
		"ng",
		"gatsby",
		"storybook",
		"react-scripts",
		"vue-cli-service",
		"svelte-kit",
		"svelte-check",
	],
	abbreviations: false,
	operands: "maybe-read",
	options: camelOrKebab([
		loads("-c --config --config-file <file>", "the settings are code"),
		loads("--plugin --plugins <name>", "loads code"),
		loads("-p --project --tsconfig <file>", "loads settings"),
		loads("--require <module>", "loads code"),
		loads("--env-file --envFile <file>", "loads variables into the environment"),
		loads("--inject <file>", "puts a file into the output"),
		...withRole("cwd", ["--root <directory>", "--cwd <directory>"]),
		writes("-o --output-path --out-dir --outDir --outdir --dist-dir --output-dir --dir <directory>", "writes the output"),
		writes("--outfile --out-file --outFile --output --file <file>", "writes the output"),
		writes("--metafile <file>", "writes a report"),
		writes("--outbase <directory>", "changes where the output goes"),
		writes("--cache-dir <directory>", "writes a cache of code that is run later"),
		redirects("--host [host]", "opens a port to others"),
		redirects("--hostname <host>", "opens a port to others"),
		redirects("--serve [address]", "opens a port"),
		redirects("--servedir <directory>", "serves files to others"),
		redirects("--proxy <url>", "goes to another host"),
		runs("--open [browser]", "starts a browser"),
		runs("--onSuccess --on-success <command>", "runs a command"),
		changes("--emptyOutDir", "deletes the output directory"),
		...plain(
			"--mode <mode>",
			"--base <path>",
			"--target <target>",
			"--format <format>",
			"--sourcemap [kind]",
			"--external <name>",
			"--port <port>",
			"-l --logLevel <level>",
			"--watch",
			"--minify [kind]",
			"--bundle",
			"--platform <name>",
			"--loader <mapping>",
			"--define <name>",
			"--name <name>",
		),
	]),
};
