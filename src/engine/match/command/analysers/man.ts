import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** Reads the operands of man: one with a slash is a file, and a page can name the programs that format it. */
export const man: Analyser = (operands) =>
	operands.flatMap((operand, at) => {
		if (operand === null) return [undecided("", "the page is only known when the shell runs")];
		return operand.includes("/") ? [hazard("loads", operand, "formats this file, and a page can name programs", at)] : [];
	});
