import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Reads the operands of date: `+format` prints, anything else sets the clock. */
export const date: Analyser = (operands) =>
	operands.flatMap((operand, at) =>
		operand === null || operand.startsWith("+") ? [] : [hazard("changes", operand, "an operand without '+' sets the clock", at)],
	);
