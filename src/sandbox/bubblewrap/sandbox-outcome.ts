import type { Refusal } from "./refusal.ts";

/** How a sandboxed command ended, or why it never began. */
export type SandboxOutcome = SandboxEnd | Refusal;

/** The end of a command that was started. */
export interface SandboxEnd {
	readonly ok: true;
	/** The command's own; 128+n when signal n ended it; 126 or 127 when there is no such program, as in shells. */
	readonly exitCode: number;
	/** The signal that the exit code stands for. */
	readonly signal: NodeJS.Signals | null;
	readonly usage: SandboxUsage;
	/** Limits for which the sandbox was ended. */
	readonly violations: readonly LimitViolation[];
}

/** What was used, as far as it was seen: memory and processes are looked at once a second. */
export interface SandboxUsage {
	readonly milliseconds: number;
	readonly peakMemoryMb: number | null;
	readonly peakProcesses: number | null;
}

/** A limit that was passed, by its key in the profile. */
export interface LimitViolation {
	readonly limit: string;
	readonly allowed: number;
	readonly used: number;
}
