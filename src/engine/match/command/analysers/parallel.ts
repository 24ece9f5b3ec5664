import type { Analyser } from "../analyser.ts";
import { PARALLEL_OPTIONS } from "../programs/xargs.ts";
import { undecided } from "./findings.ts";
import { readArguments } from "./read-arguments.ts";

const PLAIN = /^[\w@%+=:,./-]*$/;

/** Reads the words of parallel: it joins them to shell text, and braces in them are replaced, so only plain words can be judged. */
export const parallel: Analyser = (words) => {
	const { operands } = readArguments(words, PARALLEL_OPTIONS, "posix");
	const end = operands.findIndex((word) => word !== null && /^:::/.test(word));
	const command = end < 0 ? operands : operands.slice(0, end);
	if (command.length === 0 || operands.some((word) => word !== null && /^::::/.test(word))) {
		return [undecided("", "the commands, or their words, come from the input")];
	}
	const strange = command.find((word) => word === null || !PLAIN.test(word));
	return strange === undefined ? [] : [undecided("", "the words are joined and run by a shell")];
};
