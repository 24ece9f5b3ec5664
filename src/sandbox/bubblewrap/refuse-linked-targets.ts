import { lstatSync } from "node:fs";
import type { Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { type Refusal, refusal } from "./refusal.ts";

/**
 * Refuses a plan that mounts on a path inside a bound tree when a component of it is a link.
 * SECURITY: bubblewrap before 0.12 follows it and makes files outside of the sandbox (`.git → /oldroot/…`).
 */
export function refuseLinkedTargets(plan: Pick<SandboxPlan, "mounts" | "readOnly" | "masks">): Refusal | null {
	const targets = [...plan.mounts, ...plan.readOnly, ...plan.masks].map(({ target }) => target);
	const linked = [...new Set(targets.filter((target) => isThroughLink(plan, target)))];
	if (linked.length === 0) return null;
	const named = linked.slice(0, 5).join(", ");
	return refusal("path-symlink", `Nothing is mounted on a path that leads through a link: ${named}. Replace the link by a directory.`);
}

/** Walks from the innermost mount that holds the target down to it, on the host. */
function isThroughLink(plan: Pick<SandboxPlan, "mounts">, target: string): boolean {
	let holder: Mount | null = null;
	for (const mount of plan.mounts)
		if (target.startsWith(`${mount.target}/`) && mount.target.length > (holder?.target.length ?? -1)) holder = mount;
	if (holder === null || holder.source === null) return false;
	let path = holder.source;
	for (const part of target.slice(holder.target.length + 1).split("/")) {
		path = `${path}/${part}`;
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (stats === undefined) return false;
		if (stats.isSymbolicLink()) return true;
	}
	return false;
}
