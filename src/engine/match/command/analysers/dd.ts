import type { Analyser } from "../analyser.ts";
import { access, undecided } from "./findings.ts";

/** Reads the words of dd: `if=` is read, `of=` is written, the rest is numbers and flags. */
export const dd: Analyser = (words) =>
	words.flatMap((word) => {
		if (word === null) return [undecided("", "a word of dd is only known when the shell runs: it may name a file to write")];
		if (word.startsWith("if=")) return [access("read", word.slice(3))];
		if (word.startsWith("of=")) return [access("write", word.slice(3))];
		return [];
	});
