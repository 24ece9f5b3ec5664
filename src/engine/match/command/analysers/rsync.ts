import type { Analyser } from "../analyser.ts";
import { RSYNC_OPTIONS } from "../programs/rsync.ts";
import { access, undecided } from "./findings.ts";
import { has, readArguments } from "./read-arguments.ts";
import { copyOperands } from "./remote-copy.ts";

/** Reads the words of rsync: the last operand is written, the others are read with all below them. */
export const rsync: Analyser = (words) => {
	const read = readArguments(words, RSYNC_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
	const findings = copyOperands(read.operands);
	if (has(read, "--remove-source-files"))
		return findings.map((finding) => (finding.kind === "read" ? access("write", finding.path) : finding));
	// INVARIANT: no word makes a command do less in our eyes, so a dry run is judged as the run (bench/fuzz.ts).
	return findings;
};
