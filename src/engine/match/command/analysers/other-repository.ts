import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Reads the operands of gh and glab: an address in place of a number leads to another repository, or another host, as `-R` does. */
export const otherRepository: Analyser = (operands) =>
	operands.flatMap((operand, at) =>
		operand !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(operand)
			? [hazard("redirects", operand, "an address may lead to another repository or host", at)]
			: [],
	);
