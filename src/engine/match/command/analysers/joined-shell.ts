import type { Analyser } from "../analyser.ts";
import { plain } from "../programs/option-rows.ts";
import { undecided } from "./findings.ts";
import { readArguments } from "./read-arguments.ts";

const WATCH = plain("-d --differences [permanent]", "-n --interval <seconds>", "-q --equexit <cycles>", "-s --shotsdir <directory>");

/** Reads the words of watch: it joins them and gives them to a shell, which sees operators in them. */
export const joinedShell: Analyser = (words) => {
	const { operands } = readArguments(words, WATCH, "posix");
	if (operands.length === 0) return [];
	const text = operands.filter((operand) => operand !== null);
	if (text.length < operands.length) return [undecided("", "the words are joined and run by a shell")];
	return [{ kind: "shell", text: text.join(" ") }];
};
