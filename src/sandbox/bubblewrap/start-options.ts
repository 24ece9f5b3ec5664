import type { HostUser } from "./choose-user.ts";

/** What standard input, output or error of the command is: the caller's, nothing, a pipe, or a descriptor. */
export type Standard = "inherit" | "ignore" | "pipe" | number;

/** How a command is started, besides what its plan says. */
export interface StartOptions {
	readonly stdio: readonly [Standard, Standard, Standard];
	/** Where values of the variables come from that the plan passes on. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Needed when the caller is root and owns the workspace. */
	readonly user?: HostUser;
	/** One more descriptor that the command gets, as number 3: the line to the network proxy. A pipe's other end is `link`. */
	readonly proxy?: number | "pipe";
	/** Words before the command: a program inside that starts it. */
	readonly before?: readonly string[];
	/** The command is started by a program that makes a terminal for it; signals are for the command. */
	readonly hasTerminal?: boolean;
	/** Processes and threads that `before` adds to those of the command. */
	readonly moreProcesses?: number;
	/** Called with bubblewrap's process before the command can start; when it throws, nothing is started. */
	readonly onSpawn?: (process: number) => void;
	readonly bwrap?: string;
	/** Whether this bubblewrap binds descriptors; `probeMachine` knows. */
	readonly bindsDescriptors?: boolean;
	/** Directories that other agents can write. */
	readonly agentsWrite?: readonly string[];
}
