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
