import { errorCode } from "../../platform/index.ts";

/** How a sandboxed command ended, or why it never began. */
export type SandboxOutcome = SandboxEnd | SandboxRefusal;

/** The end of a command that was started. */
export interface SandboxEnd {
	readonly ok: true;
	/** The command's own; 128+n when signal n ended it; 126 or 127 when there is no such program, as in shells. */
	readonly exitCode: number;
	/** The signal that the exit code stands for. */
	readonly signal: NodeJS.Signals | null;
	readonly usage: SandboxUsage;
	/** Limits for which the sandbox was ended, or that gave it no more. */
	readonly violations: readonly LimitViolation[];
}

/** What was used, as far as it was seen: memory and processes are looked at once a second. */
export interface SandboxUsage {
	readonly milliseconds: number;
	readonly peakMemoryMb: number | null;
	readonly peakProcesses: number | null;
}

/** A limit that was reached. */
export interface LimitViolation {
	/** Its key in the profile, or the directory in memory that ran full. */
	readonly limit: string;
	readonly allowed: number;
	readonly used: number;
}

/** Why a sandbox is not started: `code` is stable, `message` names cause and cure. */
export interface SandboxRefusal {
	readonly ok: false;
	readonly code: "sandbox-level" | "path-symlink" | "path-outside" | "sandbox-user" | "limit-zero" | "not-started";
	readonly message: string;
}

/** A refusal with its message. */
export function refusal(code: SandboxRefusal["code"], message: string): SandboxRefusal {
	return { ok: false, code, message };
}

/** Why bubblewrap is not started, and what helps. */
export function notStarted(error: unknown): string {
	const code = errorCode(error);
	// Only what the system says of the program itself is about that program.
	const isOfProgram = error instanceof Error && "syscall" in error && String(error.syscall).startsWith("spawn");
	return `bubblewrap cannot be started (${code}). ${(isOfProgram ? CURES[code] : undefined) ?? ""}`.trimEnd();
}

const CLOSE = "Too many files are open, or one under too high a number: close what the caller has open, or raise `ulimit -n`.";

const CURES: Readonly<Record<string, string>> = { ENOENT: "Install the package bubblewrap.", EMFILE: CLOSE, ENFILE: CLOSE, EINVAL: CLOSE };
