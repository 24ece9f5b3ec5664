import type { WritError } from "../platform/index.ts";
import { type Agent, corrupt } from "./agent.ts";

/** Whether an agent stands where its row says: a root by itself, anyone else one step below a parent of the same tree. */
export function fitsParent({ id, parent, depth, root }: Agent, above: Agent | null): boolean {
	if (parent === null) return depth === 0 && root === id;
	return above !== null && above.id === parent && above.root === root && above.depth + 1 === depth;
}

/** What is thrown where one does not. */
export function corruptLineage(id: string): WritError {
	return corrupt(`root, parent and depth of ${id} do not fit`);
}
