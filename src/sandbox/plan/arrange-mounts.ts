import { depth, moved, pathAndAbove } from "./is-within.ts";
import type { PlannedMount } from "./planned-mount.ts";

/** Mounts in the order in which they are made: wider first, and without those that a wider one already gives. */
export function arrangeMounts(mounts: readonly PlannedMount[]): readonly PlannedMount[] {
	const ordered = mounts.toSorted(
		(one, other) =>
			depth(one.target) - depth(other.target) ||
			compare(one.target, other.target) ||
			Number(other.writable) - Number(one.writable) ||
			Number(one.coarse) - Number(other.coarse),
	);
	const kept = new Map<string, PlannedMount[]>();
	return ordered.filter((mount) => {
		for (const at of pathAndAbove(mount.target)) if (kept.get(at)?.some((wider) => gives(wider, mount))) return false;
		kept.set(mount.target, [...(kept.get(mount.target) ?? []), mount]);
		return true;
	});
}

/** Grants add up: a narrower mount matters only when it opens more, or shows something else. */
function gives(wider: PlannedMount, mount: PlannedMount): boolean {
	if (mount.writable && !wider.writable) return false;
	return moved(mount.target, wider.target, wider.source) === mount.source;
}

function compare(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
