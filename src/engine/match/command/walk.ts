import type { ParsedScript } from "unbash";
import type { CommandPolicy, PatternSet } from "./command-policy.ts";
import type { Finding } from "./finding.ts";
import type { ShellState } from "./shell-state.ts";

/** One walk over one command text: what it judges by and what it has found so far. */
export interface Walk {
	readonly policy: CommandPolicy;
	/** The rule sets that must cover each simple command; a rule that reaches into a launcher adds to them. */
	readonly sets: readonly PatternSet[];
	readonly findings: Finding[];
	/** The rules that covered something, in order, each once. */
	readonly rules: string[];
	/** Simple commands seen, shared by all nested walks. */
	readonly count: { parts: number; globs: number };
	/** How many texts (`sh -c`, `eval`, functions) we are inside of. */
	readonly depth: number;
	/** Plain texts are read without the parser. */
	readonly fast: boolean;
	/** A rule forbids some command, or asks about it: what cannot be seen may be that one. */
	readonly forbids: boolean;
	/** What earlier parts of the text may have put on the disk, shared by all nested walks. */
	readonly made: MadeEntry[];
	/** Files that earlier parts of the text write, shared by all nested walks. */
	readonly written: string[];
	/** Everywhere the shell may stand at some time; `null` = not known. Shared by all nested walks. */
	readonly visited: { places: readonly string[] | null };
	/** Variables whose values do not follow from what is assigned to them (`readonly`, `declare -u`, `${x:=…}`). Shared by all nested walks. */
	readonly opaque: string[];
	/** Texts that a signal or the end of the shell runs. Shared by all nested walks. */
	readonly traps: { readonly text: string; readonly state: ShellState }[];
	/** Walks a nested script in a copy of the state. Handed in, so that words and scripts need not import each other. */
	readonly script: (walk: Walk, script: ParsedScript, state: ShellState, source: string) => ShellState;
	/** Walks shell text found in an argument. */
	readonly text: (walk: Walk, text: string, state: ShellState) => ShellState;
}

/** Where a link may stand that nobody has seen: at a path, or only below it. */
export interface MadeEntry {
	readonly at: string;
	readonly below: boolean;
	/** What it is a copy of, when that is known. */
	readonly from: readonly string[] | null;
}

/** Everything that can run at once without `ask` ends here. */
export const MOST_PARTS = 1_000;
export const MOST_WORDS = 1_000;
/** Globs whose matches are compared with blocked paths; comparing two patterns is dear. */
export const MOST_GLOBS = 12;
export const DEEPEST_TEXT = 8;

/** Bare `Bash` without command rules that forbid: the person granted the whole shell, so nothing hangs on the words. */
export function grantsEverything(walk: Walk): boolean {
	return !walk.forbids && walk.sets.every((set) => set.any !== null);
}
