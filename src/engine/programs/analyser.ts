/** Why a thing needs to be written in the rule. */
export type Hazard =
	/** runs a program, or text as code */
	| "runs"
	/** loads code, a plug-in or configuration */
	| "loads"
	/** changes repository, host, credential, privilege or shell */
	| "redirects"
	/** changes state that the plain form only reads, or deletes */
	| "changes";

/** Plain files below some directories; with `names` only those that match one of these. */
export interface FilesBelow {
	readonly starts: readonly string[];
	readonly names?: readonly string[];
	/** Links may be among them, and a program that is given one follows it: what git tracks. */
	readonly links?: true;
}

/**
 * Which files of a repository git prints: those below a path from `here`; the one that a path from the `top` of the repository
 * names; or those below the paths of a list that are there, and else all of them.
 */
export type Tracked = "here" | "top" | readonly string[];

/** What an analyser finds in the words of one command, or in the text of one small program. */
export type AnalyserFinding =
	/** Covered only when the rule names the word at `at`; without `at`, the word that contains `segment`. */
	| { readonly kind: "hazard"; readonly hazard: Hazard; readonly segment: string; readonly why: string; readonly at?: number }
	/** A file or directory to check against the paths; with `tree` everything below it is read, or only files of these names; `follows`: also through links. */
	| {
			readonly kind: "read" | "write";
			readonly path: string;
			readonly tree?: true;
			readonly names?: readonly string[];
			readonly follows?: boolean;
			readonly stored?: true;
			readonly tracked?: Tracked;
			/** Of a tree that is written: only names in the directory itself that begin so. */
			readonly begins?: string;
	  }
	/** Files whose names stand in what is read (a patch, an archive): like a path that is not known. */
	| { readonly kind: "unknown-write"; readonly why: string }
	/** A file that is run as code. */
	| { readonly kind: "script"; readonly segment: string }
	/** A URL or host to check against the network. */
	| { readonly kind: "url"; readonly url: string }
	/** Shell text that is run: parsed and walked. */
	| { readonly kind: "shell"; readonly text: string; readonly shell?: "bash" | "sh" }
	/** A word that cannot be judged, and that no rule speaks for. */
	| { readonly kind: "unclear"; readonly segment: string }
	/** A command that is run: looked through. `appends`: words that are not known are added or put in place of `null`. */
	| {
			readonly kind: "command";
			readonly words: readonly (string | null)[];
			readonly appends: boolean;
			/** What is put in the place of `null` are plain files below these, perhaps only those of some names. */
			readonly below?: FilesBelow;
			/** What is put in the place of `null` surely begins so. */
			readonly lead?: string;
	  }
	/** It cannot be decided. An empty `segment` is about the command as a whole: no rule can name it. */
	| { readonly kind: "ask"; readonly segment: string; readonly why: string; readonly at?: number };

/**
 * Judges what rows of a table cannot say. The words are those after the program's name (`find`, `tar`, `dd` …), or one
 * word with the text of a small program (`sed-script`, `awk-program`, `jq-filter`); `null` is a word that is not static.
 * Pure, never throws, linear in the length of the words.
 */
export type Analyser = (words: readonly (string | null)[]) => readonly AnalyserFinding[];

/** A thing that only a rule which names it covers. */
export function hazard(kind: Hazard, segment: string, why: string, at?: number): AnalyserFinding {
	return { kind: "hazard", hazard: kind, segment, why, ...(at === undefined ? {} : { at }) };
}

/** A thing that cannot be decided before the program runs. */
export function undecided(segment: string, why: string, at?: number): AnalyserFinding {
	return { kind: "ask", segment, why, ...(at === undefined ? {} : { at }) };
}

/** A path that is read or written. */
export function access(kind: "read" | "write", path: string): AnalyserFinding {
	return { kind, path };
}

/** Files of a directory that are written under names which begin so (`split`): what stands there under such a name counts. */
export function writesNames(prefix: string): AnalyserFinding {
	const slash = prefix.lastIndexOf("/") + 1;
	return { kind: "write", path: prefix.slice(0, slash) || ".", tree: true, begins: prefix.slice(slash) };
}

/** Files that are written under names which only the input holds. */
export function unknownWrite(why: string): AnalyserFinding {
	return { kind: "unknown-write", why };
}

/** A directory whose whole content is read. */
export function readTree(path: string, follows = true): AnalyserFinding {
	return { kind: "read", path, tree: true, ...(follows ? { follows } : {}) };
}

/** What version control has stored: the disk does not tell what that is. */
export function readStored(): AnalyserFinding {
	return { kind: "read", path: ".", tree: true, stored: true };
}

/** What git tracks, as `Tracked` says where; the path is the tree, unless it is one of a list. */
export function readTracked(tracked: Tracked, path = "."): AnalyserFinding {
	return { kind: "read", path, tree: true, tracked };
}

/** The same findings, each once, in the order in which they were met. */
export function distinct(findings: readonly AnalyserFinding[]): readonly AnalyserFinding[] {
	const seen = new Map<string, AnalyserFinding>();
	for (const finding of findings) seen.set(JSON.stringify(finding), finding);
	return [...seen.values()];
}

/**
 * What unpacking into a directory does: any name below it may be written, even through links that stand there. Where protected files may lie (the working
 * directory itself, one above it, a hidden one) that is asked.
 */
export function writesBelow(directory: string): readonly AnalyserFinding[] {
	const names = access("write", directory.endsWith("/") ? `${directory}*` : `${directory}/*`);
	const written: readonly AnalyserFinding[] = [names, { kind: "write", path: directory, tree: true }];
	const parts = directory.split("/").filter((part) => part !== "" && part !== ".");
	const certain = !directory.startsWith("/") && parts.length > 0 && !parts.some((part) => part.startsWith(".") || part.startsWith("~"));
	return certain ? written : [...written, unknownWrite("what is unpacked there may replace files that are protected")];
}
