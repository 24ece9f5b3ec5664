import { INSIDE } from "./place-targets.ts";
import type { Mount } from "./sandbox-plan.ts";

type Tree = Mount & { readonly source: string };

/** The directories of a plan that may be written and in which somebody works: exports are only taken from, the runner's state is its own. */
export function writableRoots(mounts: readonly Mount[]): readonly Tree[] {
	return lastingTrees(mounts).filter(({ target }) => target !== INSIDE.exports);
}

/** The directories that may be written and that others get to see, exports too: these outlive the agent. */
export function lastingTrees(mounts: readonly Mount[]): readonly Tree[] {
	return mounts.filter(isTree).filter(({ target }) => target !== INSIDE.claude);
}

function isTree(mount: Mount): mount is Tree {
	const { source, writable, file } = mount;
	return source !== null && writable && file !== true;
}
