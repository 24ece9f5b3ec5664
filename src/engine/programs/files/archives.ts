import { type AnalyserFinding, access, distinct, hazard, readTree, undecided, writesBelow } from "../analyser.ts";
import { namedInside, responseFilesOrUnknown } from "../operand-analysers.ts";
import { changes, loads, plain, reads, runs, without, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of the programs that compress one file, which their analyser reads too. */
const COMPRESSOR_OPTIONS: readonly OptionRow[] = [
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
	analyser: compressedNames,
	analysesWords: true,
	options: COMPRESSOR_OPTIONS,
} as const;

/** zip, 7z, cpio, ar and the programs that compress one file. */
export const archives: readonly ProgramTable[] = [
	{ names: ["zip"], style: "none", operands: "data", analyser: readZip, analysesWords: true },
	{ names: ["unzip"], style: "none", operands: "data", analyser: readUnzip, analysesWords: true },
	{ names: ["zipinfo", "zipgrep", "zipnote"], operands: "read", analyser: (operands) => operands.flatMap(zipArchive) },
	{ names: ["funzip", "unrar-free"], operands: "read" },
	{ names: ["7z", "7za", "7zr", "7zz"], style: "none", operands: "data", analyser: sevenZip, analysesWords: true },
	{ names: ["cpio"], style: "none", operands: "data", analyser: readCpio, analysesWords: true },
	{ names: ["jar"], style: "none", operands: "data", analyser: readJar, analysesWords: true },
	{ names: ["ar", "gcc-ar", "llvm-ar"], style: "none", operands: "data", analyser: readAr, analysesWords: true },
	{
		names: ["ranlib", "strip"],
		operands: "write",
		analyser: responseFilesOrUnknown,
		options: [writes("-o <file>", "writes the result to this file"), runs("--plugin <library>", "loads this plug-in")],
	},
	{ names: ["gzip", "xz", "lzma", "lzip", "plzip", "clzip", "lzop", "compress", "pigz", "zstd", "pzstd", "zstdmt"], ...compressing },
	{
		...compressing,
		names: ["gunzip", "unxz", "unlzma", "lunzip", "uncompress", "unpigz", "unzstd", "unbrotli", "bunzip2", "unlz4", "lbunzip2"],
		analyser: unpackedNames,
	},
	{
		...compressing,
		names: ["bzip2", "pbzip2", "lbzip2", "lz4", "lz4c", "brotli"],
		analyser: compressedNamesWithoutList,
		options: without(COMPRESSOR_OPTIONS, "-l"),
	},
	{
		// They print, but take every option of the program they stand for: `zcat -rf` reads a tree, `zstdcat -o` writes.
		names: ["zcat", "gzcat", "bzcat", "xzcat", "lzcat", "zstdcat", "lz4cat", "zmore"],
		operands: "read",
		recursive: ["-r"],
		analyser: printedNames,
		analysesWords: true,
		options: [...COMPRESSOR_OPTIONS, changes("--rm", "deletes what it has read")],
	},
	{
		names: ["unrar", "rar", "unar", "unace", "unarj", "unlzh", "cabextract", "pax", "xorriso"],
		style: "none",
		operands: "data",
		analyser: foreignArchive,
		analysesWords: true,
	},
	{
		names: ["uudecode"],
		operands: "read",
		analyser: namedInside,
		analysesWords: true,
		options: [writes("-o --output-file <file>", "writes the result to this file")],
	},
	{ names: ["uuencode", "lsar"], operands: ["read", "data"] },
];

/** Reads the words of gzip and its kin, which compress unless `-d` says otherwise. */
export function compressedNames(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return derivedNames(words, { unpacks: false, lists: true });
}

/** The same for bzip2 and lz4, whose `-l` does not list. */
export function compressedNamesWithoutList(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return derivedNames(words, { unpacks: false, lists: false });
}

/** Reads the words of gunzip and its kin, which unpack. */
export function unpackedNames(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return derivedNames(words, { unpacks: true, lists: true });
}

interface Manner {
	readonly unpacks: boolean;
	/** `-l` prints what is in the file, and writes nothing. */
	readonly lists: boolean;
}

/** SECURITY: nobody writes `.mcp.json` in `gunzip .mcp.json.gz`, yet that is the file that is made. */
function derivedNames(words: readonly (string | null)[], { unpacks, lists }: Manner): readonly AnalyserFinding[] {
	const read = readArguments(words, COMPRESSOR_OPTIONS);
	const completed = unpacks || has(read, "-d", "-x", "-t", "--list") || (lists && has(read, "-l")) ? completedNames(read) : [];
	if (has(read, "-c", "-t", "--list") || (lists && has(read, "-l"))) return completed;
	const suffixes = valuesOf(read, "-S");
	const places = valuesOf(read, "--output-dir-flat", "--output-dir-mirror");
	if (suffixes.includes(null) || places.includes(null)) return [undecided("", "the names of the files are only known when the shell runs")];
	const operands = read.operands.filter((operand) => operand !== null && operand !== "-");
	const unpacking = unpacks || has(read, "-d", "-x");
	if (unpacking && has(read, "-N", "-P") && operands.length > 0) return [undecided("", "what is packed says how the file is called")];
	const names = operands.flatMap((operand) => [
		// lz4 unpacks what is called so, without being told to.
		...(unpacking || /\.lz4$/i.test(operand ?? "") ? unpackedName(operand ?? "", suffixes) : []),
		...(unpacking && !has(read, "-z") ? [] : packedName(operand ?? "", suffixes)),
	]);
	return distinct([
		...completed,
		...names.map((name) => access("write", name)),
		...places.flatMap((place) => names.map((name) => access("write", `${place}/${baseName(name)}`))),
		...(unpacking ? insideTrees(read, operands) : []),
	]);
}

const PACKED = /(?:[.\-_]g?z|\.t[ga]z|\.xz|\.zst)$/i;
const COMPLETED = [".gz", ".z", "-z", ".Z", "-gz", "_z"];

/** SECURITY: `zcat x` reads `x.gz` where there is no `x`: every name that may be meant is judged ([programs-found-closed]). */
function completedNames(read: ReadArguments, operands = read.operands): readonly AnalyserFinding[] {
	const suffixes = valuesOf(read, "-S");
	if (suffixes.includes(null)) return [undecided("", "the names of the files are only known when the shell runs")];
	return operands.flatMap((operand) => {
		if (operand === null || operand === "-" || operand === "") return [];
		const complete =
			suffixes.length === 0 ? PACKED.test(operand) : suffixes.some((suffix) => suffix !== "" && operand.endsWith(suffix ?? ""));
		if (complete) return [];
		return [...COMPLETED, ...suffixes].map((suffix) => access("read", `${operand}${suffix ?? ""}`));
	});
}

/** Reads the words of zcat, zless and their kin: they print, and complete a name as gunzip does. */
export function printedNames(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return completedNames(readArguments(words, COMPRESSOR_OPTIONS));
}

/** The same for zgrep and zdiff, whose operands alone are looked at. */
export function completedOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return completedNames({ options: [], operands, uncertain: false });
}

function insideTrees(read: ReadArguments, operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return has(read, "-r") ? operands.flatMap((operand) => writesBelow(operand ?? ".")) : [];
}

/** Without its last ending, whichever it is; without each suffix that was given; as a tar archive. */
function unpackedName(path: string, suffixes: readonly (string | null)[]): readonly string[] {
	const ending = /[.\-_][^./_-]*$/.exec(path)?.[0] ?? "";
	const stripped = [ending, ...suffixes].flatMap((suffix) =>
		suffix !== null && suffix !== "" && path.endsWith(suffix) && !path.slice(0, -suffix.length).endsWith("/")
			? [path.slice(0, -suffix.length)]
			: [],
	);
	const short = /^\.t(?:gz|az|bz2?|xz|lz|zo|zst|lz4)$/i.test(ending) ? [`${path.slice(0, -ending.length)}.tar`] : [];
	return [...stripped, ...short].filter((name) => name !== "");
}

/** Where no suffix is given, the program adds its own, and stays in the directory of the file. */
function packedName(path: string, suffixes: readonly (string | null)[]): readonly string[] {
	return suffixes.length === 0 ? [`${path}.gz`] : suffixes.map((suffix) => `${path}${suffix ?? ""}`);
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** The options of zip that its analyser must tell apart: those that matter here, that take a value, or that have two letters. */
const ZIP_OPTIONS = plain(
	"-TT --unzip-command <command>",
	"-T --test",
	"-O --output-file --out <file>",
	"-lf --logfile-path <file>",
	"-b --temp-path <directory>",
	"-m --move",
	"-r --recurse-paths",
	"-R --recurse-patterns",
	"-@ --names-stdin",
	"-n --suffixes <suffixes>",
	"-P --password <password>",
	"-s --split-size <size>",
	"-t --from-date <date>",
	"-tt --before-date <date>",
	"-ds --dot-size <size>",
	"-UN --unicode <mode>",
	"-Z --compression-method <method>",
	"-i --include <pattern>",
	"-x --exclude <pattern>",
	..."-AC -AS -C2 -C5 -db -dc -dd -df -dg -du -dv -DF -FF -FI -FS -h2 -ic -jj -la -li -ll -MM -nw -RE -sb -sc -sd -sf -so -sp -su -sU -sv -VV -ww -ws".split(
		" ",
	),
);

/** Reads the words of zip: the first operand is written, the others are read; `-TT` runs a command, `-m` deletes what was packed. */
export function readZip(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
	const read = readArguments(words, ZIP_OPTIONS, "pairs");
	const findings = read.options.flatMap(({ name, value, word, at }): readonly AnalyserFinding[] => {
		if (name === "-T") return [hazard("runs", word, "runs unzip, wherever that is found, to test the archive", at)];
		if (name === "-TT") return [hazard("runs", word, "runs this command to test the archive", at)];
		// A list of patterns stands in a file.
		if ((name === "-i" || name === "-x") && value?.startsWith("@") === true && value.length > 1) return [access("read", value.slice(1))];
		return (name === "-O" || name === "-lf" || name === "-b") && typeof value === "string" ? [access("write", value)] : [];
	});
	if (has(read, "-@")) findings.push(undecided("-@", "the names of the files come from the input"));
	const [archive, ...files] = read.operands.filter((operand) => operand !== null);
	if (archive === undefined) return findings;
	const sources = has(read, "-R") ? [...files, "."] : files;
	if (!has(read, "-sf") && archive !== "-") findings.push(access("write", archive));
	return [
		...findings,
		...sources.map((file) => (has(read, "-m") ? access("write", file) : has(read, "-r", "-R") ? readTree(file) : access("read", file))),
	];
}

/** Reads the words of unzip: it writes below the working directory or `-d`, unless it only lists, tests or prints. */
export function readUnzip(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const operands: string[] = [];
	let directory = ".";
	let letters = "";
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word === null) return [undecided("", "a word is only known when the shell runs")];
		if (!word.startsWith("-") || word === "-") {
			operands.push(word);
			continue;
		}
		const taking = /[dP]/.exec(word.slice(1));
		if (taking === null) {
			letters += word.slice(1);
			continue;
		}
		letters += word.slice(1, taking.index + 1);
		const joined = word.slice(taking.index + 2);
		const value = joined === "" ? words[++at] : joined;
		if (value === null || value === undefined) return [undecided("", "the directory is only known when the shell runs")];
		if (taking[0] === "d") directory = value;
	}
	const archive = operands[0] === undefined ? [] : zipArchive(operands[0]);
	if (operands.length === 0 || /[ltpzcvZ]/.test(letters))
		return letters.includes("T") ? [undecided("-T", "sets the time of the archive")] : archive;
	if (letters.includes(":")) return [...archive, undecided("-:", "members of the archive may go anywhere on the disk")];
	return [...archive, ...writesBelow(directory)];
}

/** SECURITY: unzip looks for patterns itself, and for `x.zip` where there is no `x` ([programs-found-closed]). */
function zipArchive(name: string | null): readonly AnalyserFinding[] {
	if (name === null) return [undecided("", "a word is only known when the shell runs")];
	if (/[*?[\\]/.test(name)) return [undecided(name, "it looks for archives that fit the pattern")];
	return ["", ...(/\.zip$/i.test(name) ? [] : [".zip", ".ZIP"])].map((ending) => access("read", `${name}${ending}`));
}

/** Reads the words of 7z: the first operand is what it does, the second the archive, the others are files. */
export function sevenZip(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const text = words.filter((word) => word !== null);
	const dashes = text.indexOf("--");
	const isSwitch = (word: string, at: number) => word.startsWith("-") && (dashes < 0 || at < dashes);
	const switches = text.filter(isSwitch);
	const [command = "", archive, ...files] = text.filter((word, at) => !isSwitch(word, at) && at !== dashes);
	const lists = [...files, ...switches.map((word) => word.replace(/^-[ix][^@]*/, ""))].filter((word) => word.startsWith("@"));
	const findings: AnalyserFinding[] = lists.map((list) => access("read", list.slice(1)));
	const workspace = switches.find((word) => /^-w./.test(word));
	if (workspace !== undefined) findings.push(access("write", workspace.slice(2)));
	if (switches.some((word) => word.startsWith("-seml"))) findings.push(undecided("-seml", "sends the archive by mail"));
	if (lists.length > 0 && /^[audh]/.test(command)) findings.push(undecided("", "the names of the files come from a list"));
	const read = archive === undefined ? [] : [access("read", archive)];
	const write = archive === undefined ? [] : [access("write", archive)];
	switch (command) {
		case "b":
		case "i":
			return findings;
		case "l":
		case "t":
			return [...findings, ...read];
		case "h":
			return [...findings, ...sources(archive === undefined ? [] : [archive, ...files], switches)];
		case "d":
		case "rn":
			return [...findings, ...write];
		case "a":
		case "u":
			return [...findings, ...write, ...sources(files, switches)];
		case "e":
		case "x":
			return [...findings, ...read, ...target(switches)];
		default:
			return [...findings, undecided("", "7z is not told what to do")];
	}
}

function sources(files: readonly string[], switches: readonly string[]): readonly AnalyserFinding[] {
	// SECURITY: 7z expands patterns itself, `-i` adds files, and `-r` looks for each name everywhere ([programs-found-reads]).
	if (switches.some((word) => /^-a?i/.test(word))) return [undecided("-i", "the names of the files come from a pattern or a list")];
	const deep = switches.some((word) => /^-r(?!-)/.test(word));
	const named = files.filter((file) => !file.startsWith("@")).map((file) => (/[*?]/.test(file) || deep ? parentOf(file) : file));
	const deletes = switches.includes("-sdel");
	return (named.length === 0 ? ["."] : named).map((file) => (deletes ? access("write", file) : readTree(file)));
}

function parentOf(path: string): string {
	const fixed = path.slice(0, path.search(/[*?]|$/));
	return fixed.slice(0, fixed.lastIndexOf("/") + 1) || ".";
}

function target(switches: readonly string[]): readonly AnalyserFinding[] {
	if (switches.includes("-so")) return [];
	if (switches.some((word) => word.startsWith("-spf"))) return [undecided("-spf", "members of the archive may go anywhere on the disk")];
	return writesBelow(switches.find((word) => word.startsWith("-o"))?.slice(2) || ".");
}

const CPIO_OPTIONS = plain(
	"--rsh-command <command>",
	"-F --file <archive>",
	"-I <archive>",
	"-O <archive>",
	"-E --pattern-file <file>",
	"-D --directory <directory>",
	"-C --io-size <number>",
	"--block-size <number>",
	"-H --format <format>",
	"-R --owner <owner>",
	"-W --warning <flag>",
	"-M --message <text>",
	"-o --create",
	"-i --extract",
	"-p --pass-through",
	"-t --list",
	"--to-stdout",
	"--absolute-filenames",
	"--no-absolute-filenames",
	"--only-verify-crc",
);

/** Reads the words of cpio: it takes the names of files from its input, and can reach an archive on another machine. */
export function readCpio(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const read = readArguments(words, CPIO_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs")];
	const archives = valuesOf(read, "-F", "-I", "-O").flatMap((value) => (value === null ? [] : [value]));
	const findings: AnalyserFinding[] = [];
	const rsh = read.options.find((option) => option.name === "--rsh-command");
	if (rsh !== undefined) findings.push(hazard("runs", rsh.word, "runs this command to reach the archive", words.indexOf(rsh.word)));
	for (const archive of archives.filter((name) => /^[^/]*:/.test(name))) {
		findings.push(hazard("redirects", archive, "the archive is on another machine, reached by running rsh"));
	}
	for (const file of valuesOf(read, "-E")) findings.push(file === null ? undecided("", "the list is not known") : access("read", file));
	const kind = has(read, "-o") ? "write" : "read";
	return [...findings, ...archives.map((archive) => access(kind, archive)), ...modeFindings(read)];
}

function modeFindings(read: ReadArguments): readonly AnalyserFinding[] {
	if (has(read, "-o")) return [undecided("", "the names of the files that are read come from the input")];
	if (has(read, "-p")) return [undecided("", "the names of the files that are copied come from the input")];
	if (has(read, "-t", "--to-stdout", "--only-verify-crc")) return [];
	// SECURITY: GNU cpio keeps absolute names, and writes through links that the same archive brings ([programs-found-derived]).
	return [undecided("", "members of the archive may go anywhere on the disk")];
}

const JAR_OPTIONS = plain(
	"-f --file <archive>",
	"-m --manifest <file>",
	"-e --main-class <name>",
	"-C",
	"--dir <directory>",
	"-d --describe-module",
	"-c --create",
	"-x --extract",
	"-t --list",
	"-u --update",
	"-i --generate-index <archive>",
	"--validate",
	"--version",
	"--help [kind]",
);

/** Reads the words of jar, in the old style (`jar xf a.jar`) and the new one: unpacking writes where it stands or below `--dir`. */
export function readJar(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.some((word) => word === null || /^-J|^@/.test(word))) return [undecided("", "options for the virtual machine, or from a file")];
	const [first = ""] = words;
	const old = first !== null && /^[ctxuivf0mMePn]+$/.test(first);
	const read = readArguments(old ? words.slice(1) : words, JAR_OPTIONS);
	const letters = old ? first : read.options.map(({ name }) => name.replace(/^-+/, "")).join("");
	const named = old && letters.includes("f") ? read.operands.slice(0, /[me]/.test(letters) ? 2 : 1) : valuesOf(read, "-f");
	const archives = named.flatMap((value) => (value === null ? [] : [value]));
	if (old ? letters.includes("x") : has(read, "-x"))
		return [...archives.slice(0, 1).map((archive) => access("read", archive)), ...writesBelow(valuesOf(read, "--dir").at(-1) ?? ".")];
	if (old ? letters.includes("t") : has(read, "-t", "-d", "--validate", "--version", "--help"))
		return archives.slice(0, 1).map((archive) => access("read", archive));
	const sources = read.operands.filter((operand) => operand !== null && !archives.includes(operand));
	return [...archives.map((archive) => access("write", archive)), ...sources.map((source) => readTree(source ?? "."))];
}

/** Reads the words of ar: the first word is what it does, with modifiers that take a word before the archive. */
export function readAr(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const text = words.filter((word) => word !== null);
	const plugin = text.findIndex((word) => word.startsWith("--plugin") || word.startsWith("@") || word === "-M");
	if (plugin >= 0) return [hazard("loads", text[plugin] ?? "", "loads a plug-in, or takes commands from a file", plugin)];
	const output = text.find((word) => word.startsWith("--output="))?.slice("--output=".length);
	const [operation = "", ...rest] = text.filter(
		(word, at) => !word.startsWith("--") && text[at - 1] !== "--output" && text[at - 1] !== "--target",
	);
	const letters = operation.replace(/^-/, "");
	const [archive, ...members] = rest.slice(/[abi]/.test(letters) ? 1 : 0).slice(letters.includes("N") ? 1 : 0);
	if (archive === undefined) return /^(?:h|V)/.test(letters) || letters === "" ? [] : [undecided("", "ar is not told which archive")];
	if (/^[tp]/.test(letters)) return [access("read", archive)];
	if (letters.startsWith("x")) return [access("read", archive), ...writesBelow(output ?? ".")];
	if (!/^[dmqrs]/.test(letters)) return [undecided("", "ar is not told what to do")];
	return [access("write", archive), ...(/^[qr]/.test(letters) ? members.map((member) => access("read", member)) : [])];
}

/** For unpackers whose words nobody reads here: which files they write stands in the archive, unless they only list it. */
function foreignArchive(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const files = words.flatMap((word) => (word === null || word.startsWith("-") ? [] : [access("read", word)]));
	const [first] = words;
	if (first === undefined || /^(?:l|lt|lb|v|vt|vb|--version|--help|-h|-l|-v)$/.test(first ?? "")) return files.slice(0, 2);
	return [...files, undecided("", "which files are written stands in the archive")];
}
