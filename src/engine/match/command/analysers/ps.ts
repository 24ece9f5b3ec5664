import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** Reads the words of ps: the letter `e` without a dash prints the environment of every process. */
export const ps: Analyser = (words) =>
	words.flatMap((word, at) => {
		const before = at === 0 ? undefined : words[at - 1];
		const isValue =
			typeof before === "string" &&
			/^-{1,2}[A-Za-z-]*(?:[CGgopqstUuOk]|format|sort|pid|user|User|group|Group|tty|sid|ppid|cols|columns|rows|lines|width)$/.test(before);
		if (word === null || isValue || !/^[A-Za-z]*e[A-Za-z]*$/.test(word)) return [];
		return [undecided(word, "ps prints the environment of the processes", at)];
	});
