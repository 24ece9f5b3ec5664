import type { Analyser } from "../analyser.ts";
import { hazard, undecided } from "./findings.ts";

/** Reads the operands of service and its kin: `status` and `list` print, everything else changes services. */
export const service: Analyser = (operands) => {
	if (operands.includes(null)) return [undecided("", "what is done is only known when the shell runs")];
	if (operands.length === 0 || operands.some((word) => word === "status" || word === "list" || word === "--status-all")) return [];
	return [hazard("changes", operands.at(-1) ?? "", "changes services of the machine", operands.length - 1)];
};
