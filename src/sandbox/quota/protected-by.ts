import { decide, type Writ } from "../../engine/index.ts";

/**
 * Whether a writ protects a path, as a function of the path alone (absolute, real): true for a protected entry and for
 * everything below it, not for a directory that merely holds one (`.git`, `.config`).
 */
export function protectedBy(writ: Writ): (path: string) => boolean {
	// Everything else that the engine could say first is left out of the question.
	const filesystem = { ...writ.terms.filesystem, sandbox_root: [], read_paths: [], write_paths: [], blocked_paths: [] };
	const asked: Writ = { ...writ, terms: { ...writ.terms, filesystem } };
	return (path) =>
		decide(asked, { kind: "path", operation: "write", path: `${path}/${BELOW}` }).reasons.some(({ code }) => code === "path-protected");
}

/** A name that no entry means: an entry covers what is below it, so below a protected path it is protected too. */
const BELOW = "writ-asks-about-its-parent";
