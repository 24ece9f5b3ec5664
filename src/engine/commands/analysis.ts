import type { CommandForm, Hazard, Role } from "../programs/index.ts";
import type { Argument } from "./argument.ts";
import type { TreeView } from "./command-policy.ts";
import type { Shell } from "./judging.ts";

/** Something that a rule must name before it covers the command. */
export interface Need {
	/** Position of the word that a rule must contain; -1 = no rule can name it. */
	readonly at: number;
	readonly segment: string;
	readonly why: string;
	readonly effect: "deny" | "ask";
	readonly code: "command-option" | "command-dynamic";
	/** It runs or loads code: no rule for it is ever proposed. */
	readonly runs?: true;
	/** Commands that cannot be seen: a script, what an unknown subcommand stands for, what arrives on the input. */
	readonly hides?: "script" | "alias" | "input";
}

/** A word to check against the file or network dimension. */
export interface Check {
	readonly role:
		| Extract<Role, "read" | "write" | "remove" | "maybe-read" | "url" | "cwd" | "inside">
		/** A word that may turn out to be an option: any, or at most one that reads. */
		| "unclear"
		| "unclear-read"
		/** A copy whose name is not known. */
		| "unclear-name"
		/** Files under names that are not known before the program runs. */
		| "unknown-write"
		/** Files under such names, in a directory that may hold links. */
		| "write-links"
		/** What version control puts back, here or below: only blocked and protected paths count. */
		| "guarded"
		| "read-tree"
		| "write-tree"
		| "write-name";
	readonly argument: Argument;
	readonly at: number;
	/** Which part of a tree is read; absent = all of it. */
	readonly view?: TreeView;
	/** Of an unclear word: the program has a table, and runs neither programs nor text that its words name. */
	readonly listed?: boolean;
}

/** A command inside a command. */
export interface Inner {
	readonly words: readonly Argument[];
	/** Position in the outer words at which it begins; -1 when it was found inside a word. */
	readonly at: number;
	/** Words that are not known are added. */
	readonly appends: boolean;
	/** A rule must name the launcher besides. */
	readonly needsRule: string | null;
	readonly assignments: readonly Argument[];
	/** A module that an interpreter loads, which is code like a file. */
	readonly module?: true;
}

/** Shell text in an argument, and the shell that runs it. */
export interface ShellText {
	readonly argument: Argument;
	readonly at: number;
	readonly shell: Shell;
}

/** What one simple command would do, apart from any rule. */
export interface Analysis {
	/** Base name of the program. */
	readonly program: string;
	readonly words: readonly Argument[];
	/** Positions that a rule's words are compared with when global options are left out; `null` = there are none. */
	readonly essential: readonly number[] | null;
	readonly form: CommandForm;
	readonly needs: readonly Need[];
	readonly checks: readonly Check[];
	/** One of the checks is a directory that the rest happens in. */
	readonly moves: boolean;
	readonly inner: readonly Inner[];
	/** Shell text that it runs. */
	readonly texts: readonly ShellText[];
	/** Positions of the targets that it runs, each of which a rule must allow. */
	readonly targets: readonly number[];
	/** The subcommand, where there is one that is known. */
	readonly step: string | null;
	/** It only passes on what it runs, and needs no rule of its own. */
	readonly transparent: boolean;
	/** The program runs a script or text: a remedy never proposes it. */
	readonly runsCode: boolean;
}

/** The parts of an analysis while it is made. */
export interface Parts {
	readonly needs: Need[];
	readonly checks: Check[];
	readonly texts: ShellText[];
	readonly inner: Inner[];
}

export function need(
	at: number,
	segment: string,
	why: string,
	effect: Need["effect"] = "deny",
	code: Need["code"] = "command-option",
): Need {
	return { at, segment, why, effect, code };
}

/** A need for something dangerous; only what changes state may be proposed as a rule. */
export function hazardous(at: number, segment: string, why: string, hazard: Hazard): Need {
	const plain = need(at, segment, why);
	return hazard === "changes" ? plain : { ...plain, runs: true };
}
