import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, undecided } from "./findings.ts";
import { responseFiles } from "./response-files.ts";

/** Reads the words of protoc: every option that ends with `_out` names a place that is written, after the options of its plug-in. */
export const protoc: Analyser = (words) => [
	...responseFiles(words),
	...words.flatMap((word, at): readonly AnalyserFinding[] => {
		if (word === null || !/^--\w+_out(?:=|$)/.test(word)) return [];
		const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
		if (value === null || value === undefined) return [undecided("", "where the output goes is only known when the shell runs")];
		return [access("write", `${value.slice(value.lastIndexOf(":") + 1)}/*`)];
	}),
];
