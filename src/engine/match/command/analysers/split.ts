import type { Analyser } from "../analyser.ts";
import { access } from "./findings.ts";

/** Reads the operands of split: without a prefix the pieces are `xaa`, `xab` … in the working directory. */
export const split: Analyser = (operands) => (operands.length < 2 ? [access("write", "xaa")] : []);
