import type { Analyser } from "../analyser.ts";
import { access, undecided } from "./findings.ts";

/** Reads the words of `git format-patch`: it writes `0001-….patch` into the working directory, `-o`, or prints. */
export const gitFormatPatch: Analyser = (words) => {
	if (words.some((word) => word !== null && /^--suffix(?:=.*\/|$)/.test(word)))
		return [undecided("", "the names of the patches end with a text that can lead elsewhere")];
	if (words.includes("--stdout")) return [];
	const at = words.findIndex((word) => word !== null && /^(?:-o|--output-d)/.test(word));
	if (at < 0) return [access("write", "0001-commit.patch")];
	const word = words[at] ?? "";
	const value = word.startsWith("--")
		? word.includes("=")
			? word.slice(word.indexOf("=") + 1)
			: words[at + 1]
		: word.slice(2) || words[at + 1];
	return value === null || value === undefined
		? [undecided("", "the directory is only known when the shell runs")]
		: [access("write", `${value}/0001-commit.patch`)];
};
