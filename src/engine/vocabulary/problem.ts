import type { Source } from "./source.ts";

/** Something wrong in a definition: collected, never thrown, sorted by place. */
export interface Problem {
	readonly severity: "error" | "warning";
	/** Stable, lower-kebab: unknown-key, wrong-type, bad-value, unknown-tool, bad-rule, never-matches, cycle, not-found, escalation, too-large, bad-yaml … */
	readonly code: string;
	/** Dotted place in the document, e.g. `filesystem.read_paths[2]`. */
	readonly path: string;
	readonly message: string;
	/** What to do about it: "did you mean read_paths?" */
	readonly hint?: string;
	readonly source?: Source;
}
