import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

/** Letters of tree that take a word; in a cluster each takes the next one (`-Lo 2 file`). */
const TAKES_WORD = new Set(["L", "P", "I", "T", "H", "o"]);
const LONG_WITH_FILE = new Set(["--gitfile", "--infofile", "--hintro", "--houtro"]);
const LONG_WITH_TEXT = new Set(["--charset", "--filelimit", "--timefmt", "--sort"]);

/** Reads the words of tree: directories are listed, `-o` writes, `-R` starts tree again and writes in every directory. */
export const tree: Analyser = (words) => {
	const findings: AnalyserFinding[] = [];
	const directories: string[] = [];
	let options = true;
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? null;
		if (word === null)
			return [...findings, undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
		if (!options || !word.startsWith("-") || word === "-") {
			directories.push(word);
		} else if (word === "--") {
			options = false;
		} else if (word.startsWith("--")) {
			at += readLong(word, words[at + 1], findings);
		} else {
			const place = at;
			for (const letter of word.slice(1)) {
				if (letter === "R")
					findings.push(hazard("changes", word, "-R runs tree again in every directory and writes 00Tree.html there", place));
				if (!TAKES_WORD.has(letter) || (letter === "L" && /L\d/.test(word))) continue;
				const value = words[++at];
				if (letter !== "o") continue;
				findings.push(typeof value === "string" ? access("write", value) : undecided("", "the file that is written is not known"));
			}
		}
	}
	return [...findings, ...(directories.length === 0 ? ["."] : directories).map((directory) => access("read", directory))];
};

/** How many further words the option takes. */
function readLong(word: string, next: string | null | undefined, findings: AnalyserFinding[]): number {
	const [name = "", ...rest] = word.split("=");
	if (!LONG_WITH_FILE.has(name) && !LONG_WITH_TEXT.has(name)) return 0;
	const value = rest.length > 0 ? rest.join("=") : next;
	if (LONG_WITH_FILE.has(name)) {
		findings.push(typeof value === "string" ? access("read", value) : undecided("", "the file that is read is not known"));
	}
	return rest.length > 0 ? 0 : 1;
}
