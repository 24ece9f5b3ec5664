import type { ReasonCode } from "../language/index.ts";
import type { Tracked } from "../programs/index.ts";
import type { CommandPattern } from "../rules/index.ts";
import { rememberRules } from "./memory.ts";

/** One command rule with the text it was written in. */
export interface CommandRule {
	readonly rule: string;
	readonly pattern: CommandPattern;
	/** It holds only inside a sandbox, and so speaks of code that the sandbox holds. */
	readonly when?: "confined";
}

/** Command rules by program; a command is covered when one of them covers it. */
export interface PatternSet {
	/** The rule that covers every command (`Bash`, `*`), if there is one. */
	readonly any: string | null;
	readonly byProgram: ReadonlyMap<string, readonly CommandRule[]>;
}

/** What a path check of the file dimension says; `null` = nothing against it. */
export type PathFinding = Pick<Finding, "effect" | "code" | "message" | "rule"> | null;

/** What a reader of a tree leaves out or adds by itself; by default it reads every file and follows no link. */
export interface TreeView {
	/** Directories with these names are left out, as `git` leaves out `.git`. */
	readonly without?: readonly string[];
	/** Only files with such names are read: shell patterns, as of `--include`. */
	readonly names?: readonly string[];
	/** Links are followed, as `grep -R` does. */
	readonly links?: "followed";
	/** What git has stored is read too (a stash, an object by its hash): the disk does not tell what that is. */
	readonly stored?: true;
	/** Of what is written: a copy of this path, with all that lies below it. */
	readonly from?: string;
	/** Of a tree that is written: only names in the directory itself that begin so. */
	readonly begins?: string;
	/** What git tracks is printed: it leaves out what is never tracked, and no mask hides it. */
	readonly tracked?: Tracked;
}

/** The file dimension, as commands need it. Paths are as the program would see them; `cwd` is absolute. */
export interface FileAccess {
	read(path: string, cwd: string): PathFinding;
	/** Only the blocked list: for words that may be a path or something else. */
	blocked(path: string, cwd: string): PathFinding;
	/** Everything below `path` is read, or what a reader of this kind reads of it. */
	readTree(path: string, cwd: string, view?: TreeView): PathFinding;
	/** The shell will expand this glob and the program reads what it finds. */
	readGlob(glob: string, cwd: string): PathFinding;
	write(path: string, cwd: string): PathFinding;
	/** The path itself, or everything below it, is written. */
	writeTree(path: string, cwd: string): PathFinding;
	/** Names that are not known are written below `path`: a link that stands there may lead elsewhere. */
	writeLinks(path: string, cwd: string, view?: Pick<TreeView, "begins" | "without">): PathFinding;
	/** What lies below `from` appears below `path`: only blocked and protected paths count. */
	writeCopies(path: string, from: string, cwd: string): PathFinding;
	/** Deleted or moved away. */
	remove(path: string, cwd: string): PathFinding;
	/**
	 * What the shell makes of a word with a glob, looked up on the disk: the words of any shell, with hidden names and whatever the case;
	 * `\\` before a character makes it plain. `listed` are the directories it looks through for that, each of which must be readable.
	 * `null` when it cannot be told: no disk, a form that shells differ about, a directory that cannot be listed, too many names.
	 */
	glob(pattern: string, cwd: string): { readonly paths: readonly string[]; readonly listed: readonly string[] } | null;
	/**
	 * `cd`: where it leads. `linked`: a link is passed on the way, or `..` is left where the
	 * working directory is not the physical one, so that the shell's idea of the place and the kernel's may differ.
	 */
	enter(path: string, cwd: string): { readonly finding: PathFinding; readonly directory: string; readonly linked: boolean };
	/** Something stands at this path, and the path lies inside the sandbox; wherever a link there leads. */
	exists(path: string, cwd: string): boolean;
	/** Nothing on the disk is out of reach for reading. */
	readonly everythingReadable: boolean;
}

/** What the command walk judges by; made by `decide` from a writ and facts. */
export interface CommandPolicy {
	/** Every set must cover every simple command. */
	readonly allowed: readonly PatternSet[];
	readonly disallowed: PatternSet;
	readonly ask: PatternSet;
	/** What people granted for a while: it need not be confirmed again. */
	readonly granted: PatternSet;
	readonly files: FileAccess;
	/** A URL or host name that a program is told to reach; `null` = nothing against it. */
	readonly host: (url: string) => PathFinding;
	readonly home: string | null;
	/** A sandbox holds this agent: the kernel keeps the paths, and only programs and options count. */
	readonly confined: boolean;
	/** Names that the shell finds in its environment, as far as they are known. */
	readonly environment: ReadonlySet<string>;
}

export const EMPTY_PATTERNS: PatternSet = { any: null, byProgram: new Map() };

const DEEPEST_PROGRAM = 32;

/**
 * The directories by which a rule may name a program: `scripts/ci/x` lies below `./`, `./scripts/` and `./scripts/ci/`,
 * however that is written. None for a plain name, and for a path that climbs or is absolute.
 */
export function directoriesOf(name: string): readonly string[] {
	if (!name.includes("/") || name.startsWith("/") || name.startsWith("~")) return [];
	const parts = name.split("/").filter((part) => part !== "" && part !== ".");
	// SECURITY: what lies deeper is named by no rule, and each directory would be spelled out (bench/fuzz.ts).
	if (parts.includes("..") || parts.length > DEEPEST_PROGRAM) return [];
	return parts.flatMap((_, count) => {
		const directory = parts
			.slice(0, count)
			.map((part) => `${part}/`)
			.join("");
		return count === 0 ? ["./"] : [`./${directory}`, directory];
	});
}

/** Groups rules by their program; `null` as pattern is a bare `Bash`. */
export function patternSet(rules: readonly (Omit<CommandRule, "pattern"> & { readonly pattern: CommandPattern | null })[]): PatternSet {
	let any: string | null = null;
	const byProgram = new Map<string, CommandRule[]>();
	for (const { rule, pattern, ...condition } of rules) {
		const program = pattern?.words[0];
		if (pattern === null || program === undefined) {
			any ??= rule;
			continue;
		}
		const list = byProgram.get(program);
		if (list === undefined) byProgram.set(program, [{ rule, pattern, ...condition }]);
		else list.push({ rule, pattern, ...condition });
	}
	return { any, byProgram };
}

/** The rules of a set whose program is written with a star: they are not found by the name of a program. */
export const wildRules: (set: PatternSet) => readonly CommandRule[] = rememberRules((set) =>
	[...set.byProgram.values()].flat().filter(({ pattern }) => pattern.forms !== undefined && pattern.forms[0] !== "literal"),
);

/** One thing in a command that stands against allowing it: `deny` is proven, `ask` can't be decided. */
export interface Finding {
	readonly effect: "deny" | "ask";
	readonly code: ReasonCode;
	readonly message: string;
	/** The offending part, verbatim. */
	readonly segment: string;
	readonly rule?: string;
	readonly remedy?: string;
}

export function deny(code: ReasonCode, segment: string, message: string, more: Pick<Finding, "rule" | "remedy"> = {}): Finding {
	return { effect: "deny", code, segment, message, ...more };
}

export function ask(code: ReasonCode, segment: string, message: string, more: Pick<Finding, "rule" | "remedy"> = {}): Finding {
	return { effect: "ask", code, segment, message, ...more };
}
