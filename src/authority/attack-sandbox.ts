import { type EscapeReport, tryEscapes } from "../sandbox/index.ts";

/**
 * Tries to break out of the sandbox of this machine, by `writ run` of the program that runs now, in a home of its own; `null` without
 * Perl. Nothing is recorded.
 */
export function attackSandbox(): Promise<EscapeReport | null> {
	const [program = "", ...words] = process.argv.slice(0, 2);
	return tryEscapes({ writ: [program, ...process.execArgv, ...words], byCommand: true });
}
