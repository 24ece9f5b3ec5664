import type { Source } from "./source.ts";

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
