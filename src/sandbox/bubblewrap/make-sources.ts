import { lchownSync, mkdirSync, readlinkSync, statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { errorCode } from "../../platform/index.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { type OpenDirectory, openDirectory } from "../storage/open-directory.ts";
import type { HostUser } from "./choose-user.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** Makes the directories that a plan names and that do not exist yet, for the user as whom the sandbox runs. */
export function makeSources(plan: Pick<SandboxPlan, "mounts">, user: HostUser | null): Refusal | null {
	for (const { source, make } of plan.mounts) {
		if (source === null || make !== true) continue;
		const above = existingAbove(source);
		if (above === source) continue;
		const refused = makeBelow(above, source, user);
		if (refused !== null) return refused;
	}
	return null;
}

function existingAbove(path: string): string {
	return statSync(path, { throwIfNoEntry: false }) === undefined ? existingAbove(dirname(path)) : path;
}

/**
 * SECURITY: made through a link, a directory of root's making would appear wherever an agent points. Each one is made in a directory that
 * is held and is where it should be, and then held itself.
 */
function makeBelow(above: string, source: string, user: HostUser | null): Refusal | null {
	let folder: OpenDirectory | null = null;
	try {
		folder = openDirectory(above, false);
		if (readlinkSync(folder.path) !== above) return throughLink(source, above);
		for (const part of relative(above, source).split(sep)) {
			const path = folder.at(Buffer.from(part));
			const isMade = made(path);
			const next = openDirectory(path, false);
			folder.close();
			folder = next;
			if (isMade && user !== null) lchownSync(`${folder.path}/.`, user.uid, user.gid);
		}
		return null;
	} catch (error) {
		const code = errorCode(error);
		return ["ELOOP", "ENOTDIR"].includes(code) ? throughLink(source, above) : refusal("not-started", `${source} cannot be made (${code}).`);
	} finally {
		folder?.close();
	}
}

/** `false` when another run has made it meanwhile; a link that leads nowhere is there too, and is not opened afterwards. */
function made(path: Buffer): boolean {
	try {
		mkdirSync(path, { mode: 0o700 });
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	}
}

function throughLink(source: string, above: string): Refusal {
	return refusal("path-symlink", `${source} would be made through a link (below ${above}).`);
}
