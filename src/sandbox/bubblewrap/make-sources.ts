import { chownSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import type { HostUser } from "./choose-user.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Makes the directories that a plan names and that do not exist yet, for the user as whom the sandbox runs. */
export function makeSources(plan: SandboxPlan, user: HostUser | null): Refusal | null {
	for (const { source, make } of plan.mounts) {
		if (source === null || make !== true) continue;
		const above = existingAbove(source);
		if (above === source) continue;
		// SECURITY: made through a link, a directory of root's making would appear wherever an agent points.
		if (realpathSync(above) !== above) return refusal("path-symlink", `${source} would be made through a link (${above}).`);
		makeBelow(above, source, user);
	}
	return null;
}

function existingAbove(path: string): string {
	return statSync(path, { throwIfNoEntry: false }) === undefined ? existingAbove(dirname(path)) : path;
}

function makeBelow(above: string, source: string, user: HostUser | null): void {
	let path = above;
	for (const part of relative(above, source).split(sep)) {
		path = above === "/" && path === "/" ? `/${part}` : `${path}/${part}`;
		mkdirSync(path, { mode: 0o700 });
		if (user !== null) chownSync(path, user.uid, user.gid);
	}
}
