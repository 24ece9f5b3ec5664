/** One message that was taken out of an agent's mailbox to be worked on. */
export interface RunnerMessage {
	readonly id: string;
	readonly from: string;
	readonly content: string;
	readonly depth: number;
	readonly correlationId: string | null;
	/** It was offered before, and whoever had it did not live to answer. */
	readonly redelivered: boolean;
}

/** Why a message came to no answer. `busy`: it is offered again later, the others are final. */
export type RunnerFailure = "busy" | "deadline" | "runner-failed" | "unavailable";

export type RunnerOutcome =
	| { readonly ok: true; readonly content: string }
	| { readonly ok: false; readonly code: RunnerFailure; readonly message: string };

/** A program that is to be started for one message. */
export interface Program {
	readonly command: readonly string[];
	/** What it finds on standard input. */
	readonly input: string;
	/** Variables besides those that its sandbox sets. */
	readonly variables: Readonly<Record<string, string>>;
	readonly onOutput: (bytes: Uint8Array) => void;
	readonly onErrors: (bytes: Uint8Array) => void;
	/** Aborted: it ends at once. */
	readonly ended: AbortSignal;
}

/** How a program ended, or why it was not started. */
export type ProgramEnd = { readonly ok: true; readonly exitCode: number } | { readonly ok: false; readonly message: string };

/** What a runner may use for the agent that it works for; it has nothing else. */
export interface RunnerMeans {
	readonly agent: string;
	/** Starts a program inside the agent's sandbox, as the agent. */
	readonly start: (program: Program) => Promise<ProgramEnd>;
	/** Hosts besides this machine that may be asked. */
	readonly hosts: readonly string[];
	/** Aborted when the agent is stopped or ended, or the server is. */
	readonly ended: AbortSignal;
}

/** How a message becomes work: given one message, it comes back with one answer or with the reason why there is none. */
export type Runner = (message: RunnerMessage, means: RunnerMeans) => Promise<RunnerOutcome>;

/** An answer can be so long, in bytes. */
export const LONGEST_ANSWER = 1_048_576;

export function failed(code: RunnerFailure, message: string): RunnerOutcome {
	return { ok: false, code, message };
}
