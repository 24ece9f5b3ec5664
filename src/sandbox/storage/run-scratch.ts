import { randomUUID } from "node:crypto";
import { existsSync, lchownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SCRATCH } from "../plan/places.ts";
import { ownerIsRunning, type ProcessOwner, processOwner } from "./process-owner.ts";
import { removeTree } from "./remove-tree.ts";

/** The home and the `/tmp` of one run, on the disk. */
export interface RunScratch {
	/** Holds `home` and `tmp`; nothing but these two is mounted. */
	readonly path: string;
	/** To be called when nothing of the sandbox is left. */
	remove(): void;
}

/**
 * Makes the scratch of a run in the agent's own directory, for the user as whom the program runs, and removes what killed runs of the
 * agent left there.
 */
export function openScratch(own: string, user: { readonly uid: number; readonly gid: number } | null): RunScratch {
	sweepScratch(own);
	const path = join(scratchFolder(own), nameOf(processOwner()));
	mkdirSync(scratchFolder(own), { recursive: true, mode: 0o700 });
	for (const directory of [path, join(path, SCRATCH.home), join(path, SCRATCH.tmp)]) {
		mkdirSync(directory, { mode: 0o700 });
		// They lie where no agent changes names; what holds the two is the user's as well, so that root binds it once for both.
		if (user !== null) lchownSync(directory, user.uid, user.gid);
	}
	return { path, remove: () => removed(path) };
}

/** Where a run of an agent has its scratch; an imagined one is the folder itself. */
export function scratchFolder(own: string): string {
	return join(own, "scratch");
}

/** Removes the scratch of every run of an agent whose supervisor is gone; how many there were. */
export function sweepScratch(own: string): number {
	const folder = scratchFolder(own);
	if (!existsSync(folder)) return 0;
	const dead = readdirSync(folder).filter((name) => !isHeld(name));
	return dead.filter((name) => removed(join(folder, name))).length;
}

/** The owner stands in the name, so that a scratch has one from the moment in which it is there. */
function nameOf({ pid, pid_started, boot_id }: ProcessOwner): string {
	return [pid, pid_started ?? "", boot_id ?? "", randomUUID()].join("_");
}

function isHeld(name: string): boolean {
	const [pid = "", started = "", boot = ""] = name.split("_");
	return /^\d+$/.test(pid) && ownerIsRunning({ pid: Number(pid), pid_started: started || null, boot_id: boot || null });
}

/** What cannot be removed now is left to the next sweep, and keeps nobody from going on. */
function removed(path: string): boolean {
	try {
		return removeTree(path);
	} catch {
		return false;
	}
}
