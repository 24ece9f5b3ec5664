import { existsSync } from "node:fs";

/** The program of util-linux that makes a terminal and runs a command in it. */
const SCRIPT = "/usr/bin/script";

/** A person's terminal: how it is set, in the words of `stty`, and how large it is. */
export interface TerminalShape {
	readonly settings: string;
	readonly rows: string;
	readonly columns: string;
}

/**
 * The words that run a command in a terminal of its own, made inside and set like the person's; `null` where there is no program for it.
 * Whatever the command does to its terminal, it does not do to the person's.
 */
export function ptyWords(command: readonly string[], { settings, rows, columns }: TerminalShape): readonly string[] | null {
	if (!existsSync(SCRIPT)) return null;
	const set = `stty '${settings}' rows ${rows} cols ${columns} 2>/dev/null`;
	return [SCRIPT, "--quiet", "--return", "--command", `${set}; exec ${command.map(quoted).join(" ")}`, "/dev/null"];
}

/** Where the terminal inside is: the first, and only `script` could make it, before the command is there. */
export const TERMINAL_INSIDE = "dev/pts/0";

function quoted(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}
