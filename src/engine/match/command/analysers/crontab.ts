import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** Reads the words of crontab: `-l` lists; a file, or the input, replaces what runs later. */
export const crontab: Analyser = (words) => {
	if (words.some((word) => word === "-l" || word === "-r" || word === "-e" || word === "-i")) return [];
	const file = words.findIndex((word, at) => word !== null && (word === "-" || !word.startsWith("-")) && words[at - 1] !== "-u");
	if (file < 0) return [undecided("", "what runs later comes from the input")];
	return [hazard("changes", words[file] ?? "", "replaces what runs later", file)];
};
