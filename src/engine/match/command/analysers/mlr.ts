import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

const DANGEROUS: ReadonlyMap<string, string> = new Map([
	["-I", "rewrites the files"],
	["-s", "takes options from a file"],
	["-f", "may take a program from a file"],
	["--prepipe", "runs this command on every file"],
	["--prepipex", "runs this command on every file"],
	["--load", "loads a program"],
	["--mload", "loads programs"],
	["repl", "runs what arrives on its input"],
	["tee", "writes a file"],
	["split", "writes files"],
]);
/** Calls that run a command, and output statements that go to a file or a pipe. */
const PROGRAM = /\b(?:system|exec)\s*\(|\b(?:tee|emit\w*|e?print\w*|e?dump)\b[^;}]*[>|]/;

/** Reads the words of Miller, whose verbs and programs write files and run commands. */
export const mlr: Analyser = (words) => {
	const programs = words.some((word) => word === "put" || word === "filter");
	return words.flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null) return [undecided("", "a word is only known when the shell runs: it may be an option or a program")];
		const why = DANGEROUS.get(word);
		if (why !== undefined && (word !== "-f" || programs) && (word !== "-s" || at === 0 || programs)) return [hazard("runs", word, why, at)];
		if (/^--prepipe(?:x|-)/.test(word)) return [hazard("runs", word, "runs a command on every file", at)];
		return PROGRAM.test(word) ? [hazard("runs", word, "the program runs a command or writes a file", at)] : [];
	});
};
