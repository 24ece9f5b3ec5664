/** The layers of definitions, from the outermost to the innermost (DESIGN.md §5). */
export const LAYERS = ["built-in", "ceiling", "user", "project", "override", "inline"] as const;
export type Layer = (typeof LAYERS)[number];

/** Where one grant or restriction was written. */
export interface Source {
	readonly layer: Layer;
	/** File as the person knows it; absent for inline objects. */
	readonly file?: string;
	/** 1-based. */
	readonly line?: number;
	readonly column?: number;
	/** The definition that holds it, e.g. `standard` or `tools/read_only`. */
	readonly definition?: string;
}

/**
 * Where each entry of a composed profile came from: dimension (`tools.allowed`, `filesystem.read_paths`,
 * `resources.max_turns` …) → entry text (`""` for a plain value) → source. Kept beside the writ, outside its digest.
 */
export type Origins = Readonly<Record<string, Readonly<Record<string, Source>>>>;

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

/** One thing a child asked for that its parent does not have. */
export interface Escalation {
	/** e.g. `tools.allowed`, `filesystem.write_paths`, `resources.max_turns`. */
	readonly dimension: string;
	readonly requested: string;
	readonly parent: string;
	readonly message: string;
	readonly source?: Source;
	/** It may lie within the parent's: the lists were too complex to compare. */
	readonly unproven?: true;
}
