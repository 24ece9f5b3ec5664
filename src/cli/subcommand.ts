import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** The options that every subcommand has. */
export interface CommonOptions {
	readonly json?: boolean;
	readonly home?: string;
}

/** One call of the command: where it reads and writes, and how it will end. */
export interface Invocation {
	/** What was typed after the name of the program. */
	readonly words: readonly string[];
	readonly terminal: Terminal;
	/** With one of `EXIT`; `writ run` also with the code of the program that it ran. */
	readonly end: (code: number) => void;
	/** The command with all its subcommands, as completion and the reference need it. */
	readonly wholeProgram: () => Promise<Command>;
}

/** Gives a subcommand its words and its action. */
export type Define = (command: Command, session: Invocation) => void;

/** A row of the table of subcommands; its file is loaded only when it is called. */
export interface Subcommand {
	readonly name: string;
	readonly summary: string;
	readonly load: () => Promise<Define>;
}

/** How a command ends; scripts rely on these numbers. */
export const EXIT = {
	/** Allowed, or done. */
	ok: 0,
	/** Denied, an escalation, a failed test. */
	denied: 1,
	/** A mistake in the words or in a definition. */
	invalid: 2,
	/** Broken machinery, or this machine cannot do it. */
	broken: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
