import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** For programs that write a file whose name stands in what they read, or that comes from a text they run on the old name. */
export const namedInside: Analyser = (words) => (words.length === 0 ? [] : [undecided("", "which file is written stands in the input")]);
