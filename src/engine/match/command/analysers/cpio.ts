import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { plain } from "../programs/option-rows.ts";
import { access, hazard, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

const OPTIONS = plain(
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
export const cpio: Analyser = (words) => {
	const read = readArguments(words, OPTIONS);
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
};

function modeFindings(read: ReadArguments): readonly AnalyserFinding[] {
	if (has(read, "-o")) return [undecided("", "the names of the files that are read come from the input")];
	if (has(read, "-p")) return [undecided("", "the names of the files that are copied come from the input")];
	if (has(read, "-t", "--to-stdout", "--only-verify-crc")) return [];
	// SECURITY: GNU cpio keeps absolute names unless it is told otherwise.
	if (!has(read, "--no-absolute-filenames")) return [undecided("", "members of the archive may go anywhere on the disk")];
	return writesBelow(valuesOf(read, "-D").at(-1) ?? ".");
}
