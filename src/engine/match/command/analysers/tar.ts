import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { TAR_OPTIONS } from "../programs/tar.ts";
import { access, hazard, readTree, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

/**
 * Reads the words of tar, in the old style (`tar xvf a`) and the new one: listing reads the archive, creating writes it and
 * reads the operands, extracting writes below the directory; options that run programs are hazards.
 */
export const tar: Analyser = (words) => {
	const read = readArguments(newStyle(words), TAR_OPTIONS);
	const certain = [...dangers(read, words), ...listedFiles(read), ...accesses(read)];
	if (!words.includes(null)) return certain;
	return [...certain, undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
};

const OLD_STYLE_VALUES = new Set(["f", "C", "b", "F", "g", "H", "I", "K", "L", "N", "T", "V", "X"]);

/** The same words with every old-style letter as an option of its own. */
function newStyle(words: readonly (string | null)[]): readonly (string | null)[] {
	const first = words[0] ?? "";
	if (first === "" || first.startsWith("-")) return words;
	const options: (string | null)[] = [];
	let at = 1;
	for (const letter of first) {
		options.push(`-${letter}`);
		if (OLD_STYLE_VALUES.has(letter)) options.push(words[at++] ?? null);
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
		const sources = has(read, "--remove-files") ? operands.map((operand) => access("write", operand)) : operands.map(readTree);
		return [...far, ...local.map((archive) => access("write", archive)), ...sources];
	}
	if (has(read, "--delete")) return [...far, ...local.map((archive) => access("write", archive))];
	const source = local.map((archive) => access("read", archive));
	if (has(read, "-x")) return [...far, ...source, ...extraction(read, directory)];
	if (has(read, "-d"))
		return [...far, ...source, ...(operands.length === 0 ? [directory] : operands).map((operand) => access("read", operand))];
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
