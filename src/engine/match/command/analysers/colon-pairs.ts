import type { Analyser } from "../analyser.ts";
import { access } from "./findings.ts";

/** Reads the operands of sass, of which one may name both source and target: `in.scss:out.css`. */
export const colonPairs: Analyser = (operands) =>
	operands.flatMap((operand) => (operand?.includes(":") === true ? [access("write", operand.slice(operand.indexOf(":") + 1))] : []));
