import type { Analysis } from "./analysis.ts";
import type { Argument } from "./argument.ts";

/** A simple command whose words are all plain, with what it would do: all of it hangs on its text and on nothing else. */
export interface PlainCommand {
	readonly text: string;
	readonly words: readonly Argument[];
	/** Redirections that lead nowhere stand among the words. */
	readonly redirected: boolean;
	/** Made when it is first asked for. */
	analysis: Analysis | null;
}

/** Agents repeat their commands (`| head -n 20`): the last ones are kept, each in the place that its hash gives it. */
const PLACES = 1_024;
const kept: (PlainCommand | undefined)[] = new Array(PLACES).fill(undefined);
/** What was met once: only what is met again is kept, because most of what is met once never comes back. */
const met = new Int32Array(PLACES);

type ReadCommand = (text: string, start: number, end: number) => PlainCommand | null;

/**
 * The command between two positions of a text: the one that was kept, or a new one. INVARIANT: what is kept is used only
 * for the very text it was made from; a hash only says where to look.
 */
export function keptCommand(text: string, start: number, end: number, hash: number, read: ReadCommand): PlainCommand | null {
	const place = hash & (PLACES - 1);
	const known = kept[place];
	if (known !== undefined && met[place] === hash && isAt(known.text, text, start, end)) return known;
	const command = read(text, start, end);
	if (met[place] === hash) kept[place] = command ?? undefined;
	else met[place] = hash;
	return command;
}

/** Whether nothing but the command, and blanks behind it, stands between two positions. */
function isAt(command: string, text: string, start: number, end: number): boolean {
	if (!text.startsWith(command, start)) return false;
	for (let at = start + command.length; at < end; at++) if (text.charCodeAt(at) !== 32) return false;
	return start + command.length <= end;
}
