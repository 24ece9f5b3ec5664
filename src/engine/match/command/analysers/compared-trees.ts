import type { Analyser } from "../analyser.ts";
import { readTree, undecided } from "./findings.ts";

/** Reads the words of diff for `--from-file` and `--to-file`, which may name directories too. */
export const comparedTrees: Analyser = (words) =>
	words.flatMap((word, at) => {
		const option = /^--(?:fr|fro|from|from-.*|to.*)$/.exec(word?.split("=")[0] ?? "");
		if (option === null || word === null) return [];
		const value = word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
		return value === null || value === undefined
			? [undecided("", "what is compared is only known when the shell runs")]
			: [readTree(value)];
	});
