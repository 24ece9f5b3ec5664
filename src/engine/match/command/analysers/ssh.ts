import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { SSH_OPTIONS } from "../programs/ssh.ts";
import { access, hazard, undecided } from "./findings.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Reads the words of ssh. SECURITY: options are also taken after the host (`ssh host -o ProxyCommand=x`), where rows for
 * options that end at the first operand do not look. What then follows is run on the other machine.
 */
export const ssh: Analyser = (words) => {
	const first = readArguments(words, SSH_OPTIONS, "posix");
	if (first.uncertain) return [undecided("", "a word is only known when the shell runs")];
	if (first.operands.length < 2) return [];
	const rest = words.slice(words.length - first.operands.length + 1);
	const offset = words.length - rest.length;
	const second = readArguments(rest, SSH_OPTIONS, "posix");
	const dangers = second.options.flatMap((option): readonly AnalyserFinding[] => {
		const row = SSH_OPTIONS.find((candidate) => candidate.names[0] === option.name);
		const at = offset + Math.max(0, rest.indexOf(option.word));
		if (row?.is === "write" && typeof option.value === "string") return [access("write", option.value)];
		return row?.hazard === undefined ? [] : [hazard(row.hazard, option.word, row.why ?? "", at)];
	});
	if (second.operands.length === 0) return dangers;
	const command = words.length - second.operands.length;
	return [...dangers, hazard("runs", words[command] ?? "", "this is run on the other machine", command)];
};
