import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that tell names, sizes and places of files, never what is in them. */
export const listing: readonly ProgramTable[] = [
	{
		names: ["exa", "eza"],
		operands: "read",
		listsTrees: ["-T", "--tree", "-R", "--recurse"],
		defaultOperand: ".",
		abbreviations: false,
		options: [
			redirects("--follow-symlinks", "also lists what links lead to"),
			{ names: ["-T", "--tree"] },
			{ names: ["-R", "--recurse"] },
			...plain(
				"-L --level <number>",
				"-I --ignore-glob <patterns>",
				"-s --sort <field>",
				"-t --time <field>",
				"-w --width <columns>",
				"--time-style <style>",
				"--color --colour [when]",
				"--icons [when]",
			),
		],
	},
	{
		names: ["ls", "dir", "vdir", "gls"],
		operands: "read",
		// With -L it looks through links, which may lead out.
		recursive: ["-L"],
		listsTrees: ["-R", "--recursive"],
		defaultOperand: ".",
		options: [
			{ names: ["-L", "--dereference"] },
			{ names: ["-R", "--recursive"] },
			...plain(
				"--block-size <size>",
				"--color [when]",
				"-F --classify [when]",
				"--format <word>",
				"--hide <pattern>",
				"--hyperlink [when]",
				"--indicator-style <word>",
				"-I --ignore <pattern>",
				"--quoting-style <word>",
				"--sort <word>",
				"--time <word>",
				"--time-style <style>",
				"-T --tabsize <columns>",
				"-w --width <columns>",
			),
		],
	},
	{
		names: ["stat"],
		operands: "read",
		options: plain("--cached <mode>", "-c --format <format>", "--printf <format>"),
	},
	{
		names: ["du"],
		operands: "read",
		recursive: ["-L"],
		listsTrees: true,
		defaultOperand: ".",
		options: [
			...plain("-B --block-size <size>", "-d --max-depth <number>", "-t --threshold <size>", "--time [word]", "--time-style <style>"),
			...plain("--exclude <pattern>"),
			{ names: ["-L", "--dereference"] },
			{ names: ["--files0-from"], value: "required", is: "listed" },
			...reads("-X --exclude-from <file>"),
		],
	},
	{
		names: ["df"],
		// It tells how full the disk is on which a path lies, and that the path is there.
		operands: "maybe-read",
		options: plain("-B --block-size <size>", "--output [fields]", "-t --type <type>", "-x --exclude-type <type>"),
	},
	{ names: ["realpath"], operands: "read", options: reads("--relative-to <directory>", "--relative-base <directory>") },
	{ names: ["readlink", "namei", "pathchk"], operands: "read" },
	{ names: ["getfacl", "lsattr"], operands: "read" },
	{ names: ["which", "type", "whereis", "whatis", "hash"], operands: "data" },
	{ names: ["basename", "dirname", "pwd"], operands: "data", options: plain("-s --suffix <suffix>") },
	{
		names: ["findmnt", "lsblk", "mountpoint"],
		operands: "data",
		options: [...reads("--sysroot <directory>", "-F --tab-file <file>"), ...plain("-o --output <columns>", "-t --types <types>", "-n")],
	},
];

/** file: tells what a file is. */
export const file: ProgramTable = {
	names: ["file"],
	operands: "read",
	options: [
		changes("-C --compile", "writes a compiled magic file"),
		{ ...loads("-m --magic-file <files>", "loads rules from these files"), is: "read" },
		{ ...loads("-f --files-from <file>", "takes names from this file and prints them"), is: "read" },
		runs("-z --uncompress", "runs decompression programs"),
		runs("-Z --uncompress-noreport", "runs decompression programs"),
		changes("-S --no-sandbox", "switches its own confinement off"),
		changes("-p --preserve-date", "sets the times of the file"),
		changes("-s --special-files", "reads devices"),
		...plain(
			"-e --exclude <test>",
			"--exclude-quiet <test>",
			"-F --separator <text>",
			"-P --parameter <assignment>",
			"--mime",
			"--mime-type",
			"--mime-encoding",
		),
	],
};

/** tree: its analyser reads the words, because every letter of a cluster takes the next word (`-Lo 2 file`). */
export const tree: ProgramTable = {
	names: ["tree"],
	style: "none",
	operands: "data",
	analyser: readTree,
	analysesWords: true,
};

/** Letters of tree that take a word; in a cluster each takes the next one (`-Lo 2 file`). */
const TAKES_WORD = new Set(["L", "P", "I", "T", "H", "o"]);
const LONG_WITH_FILE = new Set(["--gitfile", "--infofile", "--hintro", "--houtro"]);
const LONG_WITH_TEXT = new Set(["--charset", "--filelimit", "--timefmt", "--sort"]);

/** Reads the words of tree: directories are listed, `-o` writes, `-R` starts tree again and writes in every directory. */
export function readTree(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	const directories: string[] = [];
	let options = true;
	let follows = false;
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word === null)
			return [...findings, undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
		if (!options || !word.startsWith("-") || word === "-") {
			directories.push(word);
		} else if (word === "--") {
			options = false;
		} else if (word.startsWith("--")) {
			at += readLong(word, words[at + 1], findings);
		} else {
			const place = at;
			for (const letter of word.slice(1)) {
				follows ||= letter === "l";
				if (letter === "R")
					findings.push(hazard("changes", word, "-R runs tree again in every directory and writes 00Tree.html there", place));
				if (!TAKES_WORD.has(letter) || (letter === "L" && /L\d/.test(word))) continue;
				const value = words[++at];
				if (letter !== "o") continue;
				findings.push(typeof value === "string" ? access("write", value) : undecided("", "the file that is written is not known"));
			}
		}
	}
	// It prints names; with `-l` those of directories that links lead to.
	const listed = (directory: string): AnalyserFinding =>
		follows ? { kind: "read", path: directory, tree: true, names: [], follows } : access("read", directory);
	return [...findings, ...(directories.length === 0 ? ["."] : directories).map(listed)];
}

/** How many further words the option takes. */
function readLong(word: string, next: string | null | undefined, findings: AnalyserFinding[]): number {
	const [name = "", ...rest] = word.split("=");
	if (!LONG_WITH_FILE.has(name) && !LONG_WITH_TEXT.has(name)) return 0;
	const value = rest.length > 0 ? rest.join("=") : next;
	if (LONG_WITH_FILE.has(name)) {
		findings.push(typeof value === "string" ? access("read", value) : undecided("", "the file that is read is not known"));
	}
	return rest.length > 0 ? 0 : 1;
}
