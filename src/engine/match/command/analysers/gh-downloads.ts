import type { Analyser } from "../analyser.ts";
import { access, undecided } from "./findings.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of `gh release download` and `gh run download`: others chose the names of the files. */
export const ghDownloads: Analyser = (words) => {
	if (words.some((word) => /^(?:-O|--output)/.test(word ?? ""))) return [];
	const at = words.findIndex((word) => /^(?:-D|--dir(?:=|$))/.test(word ?? ""));
	if (at < 0) return writesBelow(".");
	const word = words[at] ?? "";
	const joined = word.startsWith("--") ? (word.includes("=") ? word.slice(word.indexOf("=") + 1) : "") : word.slice(2).replace(/^=/, "");
	const directory = joined || words[at + 1];
	return directory === null || directory === undefined
		? [undecided("", "the directory is only known when the shell runs")]
		: writesBelow(directory);
};

/** Reads the operands of `gh repo clone`: without a directory the copy is called like the repository. */
export const ghClone: Analyser = ([repository, directory]) => {
	if (repository === undefined || directory !== undefined) return [];
	if (repository === null) return [undecided("", "which repository is copied is only known when the shell runs")];
	const name = repository
		.replace(/\/+$/, "")
		.replace(/\.git$/, "")
		.replace(/^.*[/:]/, "");
	return [access("write", name === "" ? "repository" : name)];
};
