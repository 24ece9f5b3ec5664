import { existsSync } from "node:fs";

/** The program of util-linux that makes a terminal and runs a command in it. */
const SCRIPT = "/usr/bin/script";

/**
 * The words that run a command in a terminal of its own, made inside; `null` where there is no program for it. Whatever the command
 * does to its terminal, it does not do to the person's.
 */
export function ptyWords(command: readonly string[]): readonly string[] | null {
	if (!existsSync(SCRIPT)) return null;
	return [SCRIPT, "--quiet", "--return", "--command", `exec ${command.map(quoted).join(" ")}`, "/dev/null"];
}

function quoted(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}
