import type { Place, Problem, Writ } from "../engine/index.ts";

/** For whom a profile is sealed. */
export interface Holder {
	readonly agent: string;
	readonly parent?: string | null;
	readonly children?: readonly string[];
	/** The workspace, absolute. */
	readonly root: string;
	/** Where the other named places are; one that is not given grants nothing. */
	readonly places?: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	/** What `~` in commands means. */
	readonly home?: string;
}

/** A writ, or everything that keeps the profile from being one. */
export type Sealed = { readonly ok: true; readonly writ: Writ } | { readonly ok: false; readonly problems: readonly Problem[] };
