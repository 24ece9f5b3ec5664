import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { RSYNC_OPTIONS } from "../programs/rsync.ts";
import { access, distinct, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { copiedInto, copyOperands, pathOf } from "./remote-copy.ts";

/** Reads the words of rsync: the last operand is written, the others are read with all below them. */
export const rsync: Analyser = (words) => {
	const read = readArguments(words, RSYNC_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
	const findings = distinct([...copyOperands(read.operands), ...derivedNames(read)]);
	if (has(read, "--remove-source-files"))
		return findings.map((finding) => (finding.kind === "read" ? access("write", finding.path) : finding));
	// INVARIANT: no word makes a command do less in our eyes, so a dry run is judged as the run (bench/fuzz.ts).
	return findings;
};

/** The names that the copies and backups get. */
function derivedNames(read: ReadArguments): readonly AnalyserFinding[] {
	const target = read.operands.at(-1);
	if (read.operands.length < 2 || target === null || target === undefined || pathOf(target) !== target) return [];
	const suffix = valuesOf(read, "--suffix").at(-1);
	if (suffix === null) return [undecided("", "the name of a backup is only known when the shell runs")];
	const names = copiedInto(read.operands, { pours: true, relative: has(read, "--relative") });
	if (suffix === undefined) return names;
	const backups = names.flatMap((finding) => (finding.kind === "write" ? [access("write", `${finding.path}${suffix}`)] : []));
	return [...names, ...backups, access("write", `${target}${suffix}`)];
}
