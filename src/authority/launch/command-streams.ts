import type { Standard, StartedSandbox } from "../../sandbox/index.ts";

/** How a command gets standard input, output and error. */
export interface CommandStreams {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** The command as it is started. */
	readonly command: readonly string[];
	/** The command is started by the program that makes its terminal. */
	readonly hasTerminal?: boolean;
	connect(started: StartedSandbox): void;
	/** Leaves the person's terminal as it was found; settles when everything is written, with the error by which something was lost. */
	restore(): Promise<string | null>;
}
