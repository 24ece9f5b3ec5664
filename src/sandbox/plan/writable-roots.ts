import { INSIDE } from "./place-targets.ts";
import type { Mount } from "./sandbox-plan.ts";

/** The directories of a plan that may be written, whose names others trust; exports and the runner's state are never run by anyone else. */
export function writableRoots(mounts: readonly Mount[]): readonly (Mount & { readonly source: string })[] {
	return mounts.filter(isRoot);
}

function isRoot(mount: Mount): mount is Mount & { readonly source: string } {
	const { source, writable, file, target } = mount;
	return source !== null && writable && file !== true && target !== INSIDE.exports && target !== INSIDE.claude;
}
