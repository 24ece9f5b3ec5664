import type { CommandPattern } from "./command-pattern.ts";
import type { Finding } from "./finding.ts";

/** One command rule with the text it was written in. */
export interface CommandRule {
	readonly rule: string;
	readonly pattern: CommandPattern;
}

/** Command rules by program; a command is covered when one of them covers it. */
export interface PatternSet {
	/** The rule that covers every command (`Bash`, `*`), if there is one. */
	readonly any: string | null;
	readonly byProgram: ReadonlyMap<string, readonly CommandRule[]>;
}

/** What a path check of the file dimension says; `null` = nothing against it. */
export type PathFinding = Pick<Finding, "effect" | "code" | "message" | "rule"> | null;

/** The file dimension, as commands need it. Paths are as the program would see them; `cwd` is absolute. */
export interface FileAccess {
	read(path: string, cwd: string): PathFinding;
	/** Only the blocked list: for words that may be a path or something else. */
	blocked(path: string, cwd: string): PathFinding;
	/** Everything below `path` is read. */
	readTree(path: string, cwd: string): PathFinding;
	/** The shell will expand this glob and the program reads what it finds. */
	readGlob(glob: string, cwd: string): PathFinding;
	write(path: string, cwd: string): PathFinding;
	/** The path itself, or everything below it, is written. */
	writeTree(path: string, cwd: string): PathFinding;
	/** Deleted or moved away. */
	remove(path: string, cwd: string): PathFinding;
	/** `cd`: where it leads, and whether it is certain to succeed. */
	enter(path: string, cwd: string): { readonly finding: PathFinding; readonly directory: string; readonly certain: boolean };
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
}

export const EMPTY_PATTERNS: PatternSet = { any: null, byProgram: new Map() };

/** Groups rules by their program; `null` as pattern is a bare `Bash`. */
export function patternSet(rules: readonly { readonly rule: string; readonly pattern: CommandPattern | null }[]): PatternSet {
	let any: string | null = null;
	const byProgram = new Map<string, CommandRule[]>();
	for (const { rule, pattern } of rules) {
		const program = pattern?.words[0];
		if (pattern === null || program === undefined) {
			any ??= rule;
			continue;
		}
		const list = byProgram.get(program);
		if (list === undefined) byProgram.set(program, [{ rule, pattern }]);
		else list.push({ rule, pattern });
	}
	return { any, byProgram };
}
