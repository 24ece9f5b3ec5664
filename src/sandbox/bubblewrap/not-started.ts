import { errorCode } from "../../platform/index.ts";

/** Why bubblewrap is not started, and what helps. */
export function notStarted(error: unknown): string {
	const code = errorCode(error);
	// Only what the system says of the program itself is about that program.
	const isOfProgram = error instanceof Error && "syscall" in error && String(error.syscall).startsWith("spawn");
	return `bubblewrap cannot be started (${code}). ${(isOfProgram ? CURES[code] : undefined) ?? ""}`.trimEnd();
}

const CLOSE = "Too many files are open, or one under too high a number: close what the caller has open, or raise `ulimit -n`.";

const CURES: Readonly<Record<string, string>> = { ENOENT: "Install the package bubblewrap.", EMFILE: CLOSE, ENFILE: CLOSE, EINVAL: CLOSE };
