import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** Reads the words of entr: with `-s` the first operand is shell text. */
export const entr: Analyser = (words) => {
	const first = words.findIndex((word) => word === null || !word.startsWith("-"));
	const options = words.slice(0, first < 0 ? words.length : first);
	if (!options.some((word) => word?.includes("s") === true)) return [];
	const text = words[first];
	return typeof text === "string" ? [{ kind: "shell", text }] : [undecided("", "the text that is run is not known")];
};
