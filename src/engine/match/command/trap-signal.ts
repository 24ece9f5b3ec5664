import type { Argument } from "./argument.ts";
import { ask } from "./finding.ts";
import type { ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

/** `trap 'text' SIGNAL`: the text runs later, in whatever state the shell is then; it is judged when all of that is known. */
export function trapSignal(walk: Walk, words: readonly Argument[], state: ShellState, segment: string): ShellState {
	const action = words.slice(1).find((word) => word.text === null || !/^-[lpP]*$|^--$/.test(word.text));
	if (action === undefined || action.text === "") return state;
	if (action.text === null) {
		walk.findings.push(ask("command-dynamic", segment, "The text that is run is only known when the shell runs"));
		return state;
	}
	if (words.length < 3) return state;
	// SECURITY: it may give a variable another value between any two commands (`f=echo; trap 'f=id' DEBUG; $f`).
	const signals = words.slice(words.indexOf(action) + 1).map(({ text }) => text ?? "");
	if (!signals.every((signal) => isHarmlessAt(signal, action.text ?? "")))
		walk.findings.push(ask("command-dynamic", segment, "The text runs between other commands, and may change what they mean"));
	walk.traps.push({ text: action.text, state });
	return state;
}

/** At the end of the shell nothing comes afterwards; the usual signals may run what surely sets no variable. */
function isHarmlessAt(signal: string, text: string): boolean {
	if (/^(?:EXIT|0)$/.test(signal)) return true;
	return /^(?:SIG)?(?:INT|TERM|HUP|QUIT|[1-3]|15)$/.test(signal) && /^[\w./ ;:-]*$/.test(text) && !SETS.test(text);
}

const SETS =
	/\b(?:read|unset|eval|mapfile|readarray|getopts|printf|let|declare|typeset|local|export|readonly|source|coproc|shift|set)\b|(?:^|[\s;])\.\s/;
