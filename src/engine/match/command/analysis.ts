import type { Argument } from "./argument.ts";
import type { CommandForm, Hazard, Role } from "./program-table.ts";

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
		| "read-tree"
		| "write-tree"
		| "write-name";
	readonly argument: Argument;
	readonly at: number;
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
	readonly assignments: readonly string[];
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
	readonly texts: readonly { readonly argument: Argument; readonly at: number }[];
	/** It only passes on what it runs, and needs no rule of its own. */
	readonly transparent: boolean;
	/** The program runs a script or text: a remedy never proposes it. */
	readonly runsCode: boolean;
}

/** The parts of an analysis while it is made. */
export interface Parts {
	readonly needs: Need[];
	readonly checks: Check[];
	readonly texts: { argument: Argument; at: number }[];
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
