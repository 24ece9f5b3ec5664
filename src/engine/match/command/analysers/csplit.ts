import type { Analyser } from "../analyser.ts";
import { CSPLIT_OPTIONS } from "../programs/splitting.ts";
import { access } from "./findings.ts";
import { readArguments, valuesOf } from "./read-arguments.ts";

/** Reads the words of csplit: without a prefix the pieces are `xx00`, `xx01` … in the working directory. */
export const csplit: Analyser = (words) =>
	valuesOf(readArguments(words, CSPLIT_OPTIONS), "-f").length === 0 ? [access("write", "xx00")] : [];
