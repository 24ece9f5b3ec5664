import type { List, Place, Resolve } from "../vocabulary/index.ts";

/** Who the writ is for, and where its places are. */
export interface SealContext {
	readonly agent: string;
	/** The workspace: absolute. */
	readonly root: string;
	readonly parent?: string | null;
	readonly children?: readonly string[];
	/** What `~` in commands and rules means. */
	readonly home?: string;
	/** Where the other named places are; one that is not given grants nothing. */
	readonly places?: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	/** The view of the disk; without it paths are taken as written. */
	readonly resolve?: Resolve;
	/** The other half of that view, so that one object serves here and in `facts`; a writ never depends on what a directory holds. */
	readonly list?: List;
}
