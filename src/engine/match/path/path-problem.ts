/** Why a path entry cannot be used, and what to write instead. */
export interface PathProblem {
	readonly ok: false;
	readonly code: "bad-path" | "bad-glob" | "too-large";
	readonly message: string;
	readonly hint: string;
}

/** A path entry that breaks a rule of its own syntax. */
export function badPath(message: string, hint: string): PathProblem {
	return { ok: false, code: "bad-path", message, hint };
}

/** Glob characters that do not fit together. */
export function badGlob(message: string, hint: string): PathProblem {
	return { ok: false, code: "bad-glob", message, hint };
}

/** Something over a bound. */
export function tooLarge(message: string, hint: string): PathProblem {
	return { ok: false, code: "too-large", message, hint };
}
