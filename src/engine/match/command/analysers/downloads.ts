import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of aria2c and its kin: what they fetch is written below the working directory or `-d`, under a name that the server may choose. */
export const downloads: Analyser = (words) => {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	const at = words.findIndex((word) => /^(?:-d|--dir(?:=|$))/.test(word ?? ""));
	if (at < 0) return writesBelow(".");
	const word = words[at] ?? "";
	const joined = word.startsWith("--") ? (word.includes("=") ? word.slice(word.indexOf("=") + 1) : "") : word.slice(2);
	return writesBelow(joined || (words[at + 1] ?? "."));
};
