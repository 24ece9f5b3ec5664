import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** For programs that only print without an operand, and change the machine with one (`hostname NEW`). */
export const anyOperandChanges: Analyser = (operands) =>
	operands.map((operand, at) =>
		operand === null
			? undecided("", "an operand changes what the plain form only prints")
			: hazard("changes", operand, "an operand changes what the plain form only prints", at),
	);
