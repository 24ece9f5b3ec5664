import { errorCode } from "../../platform/index.ts";

/** Why the system does not start bubblewrap, and what helps. */
export function notStarted(error: unknown): string {
	const code = errorCode(error);
	return `bubblewrap cannot be started (${code}). ${CURES[code] ?? ""}`.trimEnd();
}

const CLOSE = "Too many files are open, or one under too high a number: close what the caller has open, or raise `ulimit -n`.";

const CURES: Readonly<Record<string, string>> = { ENOENT: "Install the package bubblewrap.", EMFILE: CLOSE, ENFILE: CLOSE, EINVAL: CLOSE };
