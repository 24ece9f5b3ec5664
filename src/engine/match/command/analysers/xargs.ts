import type { Analyser } from "../analyser.ts";
import { XARGS_OPTIONS } from "../programs/xargs.ts";
import { readArguments, valuesOf } from "./read-arguments.ts";

/**
 * Reads the words of xargs: with `-I text` the input is put in place of the text, inside words too, so that such a word is
 * not known (`xargs -I{} sh -c 'rm {}'`).
 */
export const xargs: Analyser = (words) => {
	const read = readArguments(words, XARGS_OPTIONS, "posix");
	const given = read.options.some((option) => option.name === "-i" || option.name === "-I" || option.name === "-J");
	if (!given || read.operands.length === 0) return [];
	const texts = ["{}", ...valuesOf(read, "-I", "-i", "-J").flatMap((value) => (value === null || value === "" ? [] : [value]))];
	const known = read.operands.map((word) => (word === null || texts.some((text) => word.includes(text)) ? null : word));
	return [{ kind: "command", words: known, appends: true }];
};
