import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** Reads the words of `test`: `-v` and `-R` evaluate the subscript of the name after them, and a subscript can run a command. */
export const testCondition: Analyser = (words) =>
	words.flatMap((word, at) => {
		if (word !== "-v" && word !== "-R") return [];
		const name = words[at + 1];
		if (name === undefined || (typeof name === "string" && /^[A-Za-z_]\w*$/.test(name))) return [];
		if (name === null) return [undecided("", "the name is only known when the shell runs")];
		return [hazard("runs", name, `${word} evaluates the subscript of the name`, at + 1)];
	});
