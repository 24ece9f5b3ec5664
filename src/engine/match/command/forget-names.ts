import type { Argument } from "./argument.ts";
import { checkAssignment } from "./assignments.ts";
import { ask } from "./finding.ts";
import { assignVariable, doubtFunction, type ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

/** `unset name`: a name may hold a subscript, and what it meant is gone. */
export function unsetNames(walk: Walk, words: readonly Argument[], state: ShellState, segment: string): ShellState {
	let after = state;
	for (const { text } of words.slice(1)) {
		if (text === null || !/^(?:-[fnv]+|[A-Za-z_]\w*)$/.test(text))
			walk.findings.push(ask("command-dynamic", segment, "A subscript is evaluated as arithmetic"));
		else if (!text.startsWith("-")) {
			checkAssignment(walk, text, segment, false);
			after = doubtFunction(assignVariable(after, text, null), text);
		}
	}
	return after;
}

const POSITIONS = Array.from({ length: 9 }, (_, at) => String(at + 1));

/** `shift`, `set -- …`: other words are the positional parameters. */
export function forgetPositions(state: ShellState): ShellState {
	let after = state;
	for (const position of POSITIONS) if ((after.variables.get(position) ?? null) !== null) after = assignVariable(after, position, null);
	return after;
}
