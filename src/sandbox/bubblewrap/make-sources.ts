import { lchownSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { errorCode } from "../../platform/index.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import type { HostUser } from "./choose-user.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Makes the directories that a plan names and that do not exist yet, for the user as whom the sandbox runs. */
export function makeSources(plan: Pick<SandboxPlan, "mounts">, user: HostUser | null): Refusal | null {
	for (const { source, make } of plan.mounts) {
		if (source === null || make !== true) continue;
		const above = existingAbove(source);
		if (above === source) continue;
		// SECURITY: made through a link, a directory of root's making would appear wherever an agent points.
		if (realpathSync(above) !== above) return refusal("path-symlink", `${source} would be made through a link (${above}).`);
		const refused = makeBelow(above, source, user);
		if (refused !== null) return refused;
	}
	return null;
}

function existingAbove(path: string): string {
	return statSync(path, { throwIfNoEntry: false }) === undefined ? existingAbove(dirname(path)) : path;
}

function makeBelow(above: string, source: string, user: HostUser | null): Refusal | null {
	let path = above;
	for (const part of relative(above, source).split(sep)) {
		path = join(path, part);
		try {
			mkdirSync(path, { mode: 0o700 });
			if (user !== null) lchownSync(path, user.uid, user.gid);
		} catch (error) {
			// Another run may have made it meanwhile; a link that leads nowhere is there too.
			const isThere = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
			if (!isThere) return refusal("not-started", `${path} cannot be made (${errorCode(error)}).`);
		}
	}
	return null;
}
