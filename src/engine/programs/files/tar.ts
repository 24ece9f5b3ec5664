import { type AnalyserFinding, access, hazard, readTree, undecided, writesBelow } from "../analyser.ts";
import { loads, plain, runs } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of tar, which its analyser reads too. */
const TAR_OPTIONS: readonly OptionRow[] = [
	runs("-I --use-compress-program <program>", "runs this program on the archive"),
	runs("-F --info-script --new-volume-script <script>", "runs this script at the end of each volume"),
	runs("--to-command <command>", "runs this command for every member"),
	runs("--checkpoint-action <action>", "an action can run a command"),
	runs("--rsh-command <command>", "runs this command to reach the archive"),
	runs("--rmt-command <command>", "runs this command where the archive is"),
	runs("--set-mtime-command <command>", "runs this command for every file"),
	// SECURITY: lines of the list that begin with a dash are options, `--checkpoint-action` too.
	loads("-T --files-from <file>", "takes names, and options, from this file"),
	...plain(
		"-f --file <archive>",
		"-C --directory --cd <directory>",
		"-X --exclude-from <file>",
		"-g --listed-incremental <file>",
		"--index-file <file>",
		"--volno-file <file>",
		"--add-file <file>",
		"--owner-map <file>",
		"--group-map <file>",
		"-N --newer --after-date <date>",
		"--newer-mtime <date>",
		"--mtime <date>",
		"--one-top-level [directory]",
		"-b --blocking-factor <blocks>",
		"-H --format <format>",
		"-K --starting-file <member>",
		"-L --tape-length <number>",
		"-V --label <text>",
		"--atime-preserve [method]",
		"--backup [control]",
		"--checkpoint [number]",
		"--exclude <pattern>",
		"--exclude-ignore <file>",
		"--exclude-ignore-recursive <file>",
		"--exclude-tag <file>",
		"--exclude-tag-all <file>",
		"--exclude-tag-under <file>",
		"--group <name>",
		"--hole-detection <type>",
		"--level <number>",
		"--mode <changes>",
		"--no-quote-chars <text>",
		"--occurrence [number]",
		"--owner <name>",
		"--pax-option <keywords>",
		"--quote-chars <text>",
		"--quoting-style <style>",
		"--record-size <number>",
		"--set-mtime-format <format>",
		"--sort <order>",
		"--sparse-version <version>",
		"--strip-components <number>",
		"--suffix <suffix>",
		"--totals [signal]",
		"--transform --xform <expression>",
		"--warning <keyword>",
		"--xattrs-exclude <mask>",
		"--xattrs-include <mask>",
		"-c --create",
		"-t --list",
		"-x --extract --get",
		"-r --append",
		"-u --update",
		"-A --catenate --concatenate",
		"-d --diff --compare",
		"--delete",
		"--test-label",
		"-O --to-stdout",
		"-P --absolute-names",
		"--remove-files",
		"--recursive-unlink",
		"--recursion",
		"--no-recursion",
		"--force-local",
		"--keep-directory-symlink",
		"--use-lc-numeric",
		"-v --verbose",
		"-z --gzip --gunzip --ungzip",
		"-j --bzip2",
		"-J --xz",
		"-Z --compress --uncompress",
		"-a --auto-compress",
		"--no-auto-compress",
		"--zstd",
		"--lzip",
		"--lzma",
		"--lzop",
		"-p --preserve-permissions --same-permissions",
		"--no-same-permissions",
		"--same-owner",
		"--no-same-owner",
		"--numeric-owner",
		"-o --old-archive --portability",
		"--posix",
		"-k --keep-old-files",
		"--keep-newer-files",
		"--skip-old-files",
		"--overwrite",
		"--overwrite-dir",
		"--no-overwrite-dir",
		"-U --unlink-first",
		"-m --touch",
		"-h --dereference",
		"--hard-dereference",
		"-l --check-links --one-file-system",
		"-S --sparse",
		"-s --preserve-order --same-order",
		"-B --read-full-records",
		"-i --ignore-zeros",
		"-n --seek",
		"--no-seek",
		"-R --block-number",
		"-G --incremental",
		"-M --multi-volume",
		"-W --verify",
		"-w --interactive --confirmation",
		"--clamp-mtime",
		"--delay-directory-restore",
		"--no-delay-directory-restore",
		"--exclude-backups",
		"--exclude-caches",
		"--exclude-caches-all",
		"--exclude-caches-under",
		"--exclude-vcs",
		"--exclude-vcs-ignores",
		"--anchored",
		"--no-anchored",
		"--ignore-case",
		"--no-ignore-case",
		"--wildcards",
		"--no-wildcards",
		"--wildcards-match-slash",
		"--no-wildcards-match-slash",
		"--full-time",
		"--utc",
		"--null",
		"--no-null",
		"--no-unquote",
		"--unquote",
		"--ignore-failed-read",
		"--ignore-command-error",
		"--show-transformed-names --show-stored-names",
		"--show-omitted-dirs",
		"--acls",
		"--no-acls",
		"--selinux",
		"--no-selinux",
		"--xattrs",
		"--no-xattrs",
		"--help",
		"--usage",
		"--version",
		"--show-defaults",
	),
];

/** tar: what it reads and writes depends on its mode, which the analyser finds. */
export const tar: ProgramTable = {
	names: ["tar", "gtar", "bsdtar"],
	style: "none",
	operands: "data",
	analyser: readTar,
	analysesWords: true,
};

/**
 * Reads the words of tar, in the old style (`tar xvf a`) and the new one: listing reads the archive, creating writes it and
 * reads the operands, extracting writes below the directory; options that run programs are hazards.
 */
export function readTar(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const separate = newStyle(words);
	const read = readArguments(separate, TAR_OPTIONS);
	const certain = [...dangers(read, words), ...unlisted(read), ...placed(read, separate), ...listedFiles(read), ...accesses(read)];
	if (!words.includes(null)) return certain;
	return [...certain, undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
}

const OLD_STYLE_VALUES = new Set(["f", "C", "b", "F", "g", "H", "I", "K", "L", "N", "T", "V", "X"]);

/** The same words with every old-style letter as an option of its own. */
function newStyle(words: readonly (string | null)[]): readonly (string | null)[] {
	const first = words[0] ?? "";
	if (first === "" || first.startsWith("-")) return words;
	const options: (string | null)[] = [];
	const given = new Set<string>();
	let at = 1;
	for (const letter of first) {
		if (given.has(letter)) continue;
		options.push(`-${letter}`);
		if (OLD_STYLE_VALUES.has(letter)) options.push(words[at++] ?? null);
		else given.add(letter);
	}
	return [...options, ...words.slice(at)];
}

function dangers(read: ReadArguments, words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return read.options.flatMap((option) => {
		const row = TAR_OPTIONS.find((candidate) => candidate.names[0] === option.name);
		if (row?.hazard === undefined) return [];
		const at = words.indexOf(option.word);
		const place = at >= 0 ? at : 0;
		return [hazard(row.hazard, words[place] ?? option.word, row.why ?? "", place)];
	});
}

const NAMES = new Set(TAR_OPTIONS.map((row) => row.names[0]));

function unlisted(read: ReadArguments): readonly AnalyserFinding[] {
	return read.options
		.filter(({ name }) => !NAMES.has(name) && !/^-\d$/.test(name))
		.map(({ word }) => undecided(word, "nobody has listed this option of tar, and it may run a program or write a file"));
}

/** SECURITY: `-C` holds for the words behind it only, and each starts where the one before it led: where that matters it is asked. */
function placed(read: ReadArguments, words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const last = read.options.findLast(({ name }) => name === "-C");
	if (last === undefined) return [];
	const before = readArguments(words.slice(0, last.at), TAR_OPTIONS).operands.length > 0;
	return before || has(read, "--add-file") ? [undecided(last.word, "each `-C` holds for the names behind it only")] : [];
}

/** Files that options name. */
function listedFiles(read: ReadArguments): readonly AnalyserFinding[] {
	const files = (kind: "read" | "write", ...names: readonly string[]) =>
		valuesOf(read, ...names).flatMap((value) => (value === null ? [] : [access(kind, value)]));
	const dates = valuesOf(read, "-N", "--newer-mtime", "--mtime").filter((value) => value !== null && /^[./]/.test(value));
	return [
		...files("read", "-X", "-T", "--add-file", "--owner-map", "--group-map"),
		...files("write", "-g", "--index-file", "--volno-file"),
		...dates.flatMap((value) => (value === null ? [] : [access("read", value)])),
	];
}

function accesses(read: ReadArguments): readonly AnalyserFinding[] {
	const directory = directoryOf(read);
	const below = (path: string) => (directory === "." || path.startsWith("/") ? path : `${directory}/${path}`);
	const operands = read.operands.flatMap((operand) => (operand === null ? [] : [below(operand)]));
	const archives = valuesOf(read, "-f").flatMap((value) => (value === null || value === "-" ? [] : [value]));
	const remote = has(read, "--force-local") ? [] : archives.filter((archive) => /^[^/]*:/.test(archive));
	const far = remote.map((archive) => hazard("redirects", archive, "the archive is on another machine, reached by running rsh"));
	const local = archives.filter((archive) => !remote.includes(archive));
	if (has(read, "-c", "-r", "-u", "-A")) {
		const sources = has(read, "--remove-files")
			? operands.map((operand) => access("write", operand))
			: operands.map((operand) => readTree(operand, has(read, "-h", "--dereference")));
		return [...far, ...local.map((archive) => access("write", archive)), ...sources];
	}
	if (has(read, "--delete")) return [...far, ...local.map((archive) => access("write", archive))];
	const source = local.map((archive) => access("read", archive));
	if (has(read, "-x")) return [...far, ...source, ...extraction(read, directory)];
	if (has(read, "-d")) return [...far, ...source, undecided("", "tar reads the files that the archive names, to compare them")];
	if (has(read, "-t", "--test-label", "--help", "--version", "--usage", "--show-defaults")) return [...far, ...source];
	return [undecided("", "tar is not told what to do")];
}

function extraction(read: ReadArguments, directory: string): readonly AnalyserFinding[] {
	if (has(read, "-O", "--to-command")) return [];
	if (has(read, "-P")) return [undecided("-P", "members of the archive may go anywhere on the disk")];
	if (has(read, "--transform")) return [undecided("", "the members of the archive get other names")];
	const top = valuesOf(read, "--one-top-level").at(-1);
	if (top === undefined || top === null) return writesBelow(directory);
	return writesBelow(top.startsWith("/") ? top : `${directory}/${top}`);
}

/** Every `-C` starts where the one before it led. */
function directoryOf(read: ReadArguments): string {
	return valuesOf(read, "-C").reduce<string>((current, value) => {
		if (value === null) return current;
		return value.startsWith("/") || current === "." ? value : `${current}/${value}`;
	}, ".");
}
