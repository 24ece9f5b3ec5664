import type { FilesBelow } from "../programs/index.ts";
import type { Bindings } from "../rules/index.ts";
import type { Argument } from "./argument.ts";
import { ask, type CommandPolicy, deny, type Finding, type PatternSet } from "./command-policy.ts";

/** One text being judged: what it is judged by, and what was found so far. */
export interface Judging {
	readonly policy: CommandPolicy;
	/** The rule sets that must cover each simple command; a rule that reaches into a launcher adds to them. */
	readonly sets: readonly PatternSet[];
	readonly findings: Finding[];
	/** The rules that covered something, in order, each once. */
	readonly rules: string[];
	/** The base names of every program that was judged, launchers and what they launch included. */
	readonly programs: Set<string>;
	/** What was seen of it, shared by all nested texts. */
	readonly count: Counts;
	/** How many texts (`bash -c`, `watch`) and launchers we are inside of. */
	readonly depth: number;
	/** A rule forbids some command, or asks about it: what cannot be seen may be that one. */
	readonly forbids: boolean;
	/** What the text touches and what may put a link there, in the order of the text; shared by all nested texts. */
	readonly trail: TrailEntry[];
	/** Where the text begins. */
	readonly start: string;
	/** How many files the text has written so far: a script that follows was not seen by anybody. */
	readonly wrote: { files: number };
	/** Judges shell text found in an argument. Handed in: this room does not know the shell. */
	readonly text: (judging: Judging, text: string, scene: Scene, shell: Shell) => void;
	/** Told of every part that was judged, and of every form of the language; only the differential run listens. */
	readonly observe: Observer | undefined;
}

/** What is counted in one text, because each costs time: nothing may be repeated without end. */
export interface Counts {
	/** Simple commands. */
	parts: number;
	/** Statements of every kind, each round of a loop for itself. */
	steps: number;
	/** Words of simple commands, each round of a loop for itself. */
	words: number;
	redirections: number;
	/** Rules that simple commands were held against, by what that costs. */
	compared: number;
	/** `cd`. */
	moves: number;
	/** Looks at the disk, by what they cost. */
	looks: number;
	/** Words that patterns have become. */
	expanded: number;
	/** The same, where they are paths that are looked up. */
	found: number;
}

/** Which shell reads a text. */
export type Shell = "bash" | "sh";

/** Where one simple command stands. */
export interface Scene {
	/** Every directory in which the shell may stand. */
	readonly directories: readonly string[];
	/** When it runs, as far as the text tells. */
	readonly moment: Moment;
	/** Variables that are set before the command, where the value is known. */
	readonly set?: Bindings;
	/** What arrives on the input: nothing that is known of, a pipe, or a list of paths below these, each ended by a zero byte. */
	readonly input: Input;
}

export type Input = "none" | "pipe" | { readonly below: FilesBelow; readonly dashes: boolean };

/** When something runs: before and after mean nothing within one loop or pipeline, nor for what runs in the background. */
interface Moment {
	/** The loops and pipelines around it. */
	readonly within: readonly object[];
	/** It may run as late as anything that follows. */
	readonly late: boolean;
}

/**
 * A path that is used, or a command after which nobody knows what stands at a path; a pattern that may find a name with a leading
 * dash, or a file that is written under such a name.
 */
interface TrailEntry {
	readonly kind: "path" | "maker" | "pattern" | "dashed";
	readonly segment: string;
	readonly moment: Moment;
}

/** Remembers that a path is used. The place where the shell stands, and the one where it began, stay what they are. */
export function touch(judging: Judging, path: string, segment: string, { moment }: Scene): void {
	// `./...` is how go writes everything below a place.
	const plain = path.replace(/(?<=.)\/\.{3}$|(?<=[^/]|^\/)\/+$/, "");
	if (plain !== "." && plain !== judging.start) judging.trail.push({ kind: "path", segment, moment });
}

/** Whether a maker may have run before a path is used; both are entries of one trail. */
export function mayComeBefore(maker: TrailEntry, makerAt: number, path: TrailEntry, pathAt: number): boolean {
	if (makerAt < pathAt || path.moment.late) return true;
	const shared = maker.moment.within.filter((part) => path.moment.within.includes(part));
	// Parts of one command of a pipeline run in their order (`pytest tests | tail`), unless a loop repeats them.
	return maker.moment === path.moment ? shared.some((part) => !isPipeline(part)) : shared.length > 0;
}

/** A pipeline is known by the list of its commands, a loop by its node. */
function isPipeline(part: object): boolean {
	return Array.isArray(part);
}

/** One thing that was judged: what really happens must be among these. */
export type JudgedPart =
	| {
			readonly kind: "command";
			readonly words: readonly Argument[];
			readonly directories: readonly string[];
	  }
	| {
			readonly kind: "read" | "write" | "list" | "enter";
			/** `null` = any path. */
			readonly path: string | null;
			readonly tree: boolean;
			readonly directories: readonly string[];
	  };

export interface Observer {
	readonly form: (id: string) => void;
	readonly part: (part: JudgedPart) => void;
}

export const MOST_WORDS_IN_ALL = 10_000;

/** Counts words that are about to be read; `false` = there were too many. SECURITY: braces in loops multiply, and launchers in launchers (test/decide/bad-input.test.ts). */
export function mayRead({ count, findings }: Judging, words: readonly unknown[], segment: string): boolean {
	const known = count.words > MOST_WORDS_IN_ALL;
	count.words += words.length;
	if (count.words <= MOST_WORDS_IN_ALL) return true;
	if (!known) findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 10,000 words"));
	return false;
}

/** A look takes about ten microseconds. */
const MOST_LOOKS = 2_000;

/**
 * Counts a path that is about to be looked up in each directory; `false` = there were too many, and it is asked instead. SECURITY: a
 * thousand commands in eight places, or paths of a thousand names, take longer than a decision may (test/decide/bad-input.test.ts).
 */
export function mayLook({ count, findings }: Judging, path: string, { directories }: Scene, weight = 1): boolean {
	const known = count.looks > MOST_LOOKS;
	// The way is looked up name by name where it climbs.
	const steps = (path.includes("..") ? 3 : 1) + ((path.length + (directories[0]?.length ?? 0)) >> 7);
	count.looks += weight * directories.length * steps;
	if (count.looks <= MOST_LOOKS) return true;
	if (!known) findings.push(ask("command-dynamic", path.slice(0, 80), "The command names too many files to look up"));
	return false;
}

/** Everything that can run at once without `ask` ends here. */
export const MOST_PARTS = 1_000;
export const MOST_WORDS = 1_000;
/** Paths that patterns found and that are looked up. */
export const MOST_FOUND = 2_000;
export const DEEPEST_TEXT = 8;

/** Runs a judgement in every directory in which the shell may stand: a finding in all of them is proven, in some it is asked. */
export function inEveryDirectory<T extends Pick<Finding, "effect">>(
	{ directories }: Scene,
	judge: (directory: string) => T | null,
): T | null {
	let first: T | null = null;
	let against = 0;
	for (const directory of directories) {
		const finding = judge(directory);
		if (finding === null) continue;
		against++;
		first ??= finding;
	}
	return first === null || against === directories.length ? first : { ...first, effect: "ask" };
}
