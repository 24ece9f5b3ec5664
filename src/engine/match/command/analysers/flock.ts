import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { plain } from "../programs/option-rows.ts";
import { access, undecided } from "./findings.ts";
import { readArguments } from "./read-arguments.ts";

const OPTIONS = plain("-E --conflict-exit-code <number>", "-w --wait --timeout <seconds>");

/** Reads the words of flock: the file is made if need be, and `-c` after it is shell text. */
export const flock: Analyser = (words) => {
	const { operands } = readArguments(words, OPTIONS, "posix");
	const [file, option, text] = operands;
	if (file === undefined) return [];
	if (file === null) return [undecided("", "the file is only known when the shell runs")];
	const made: AnalyserFinding[] = /^\d+$/.test(file) ? [] : [access("write", file)];
	if (option !== "-c" && option !== "--command") return made;
	return [...made, typeof text === "string" ? { kind: "shell", text } : undecided("", "the text that is run is not known")];
};
