import { accessSync, constants, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where control groups are told and kept; a test names others. */
export interface CgroupPlaces {
	/** The group of this process (`/proc/self/cgroup`). */
	readonly membership: string;
	/** Mount point of version 2. */
	readonly root: string;
}

export const CGROUP_PLACES: CgroupPlaces = { membership: "/proc/self/cgroup", root: "/sys/fs/cgroup" };

/**
 * The nearest control group (version 2) above this process in which groups with limits of memory and processes can be made; `null` when
 * there is none. A group that holds processes cannot give such limits to groups below it, so it is rarely the own one.
 */
export function findCgroup({ membership, root }: CgroupPlaces = CGROUP_PLACES): string | null {
	const own = /^0::(\/.*)$/m.exec(read(membership))?.[1];
	if (own === undefined || own.split("/").includes("..")) return null;
	for (let path = join(root, own); path.startsWith(root); path = dirname(path)) {
		if (givesLimits(path) && ["", "cgroup.procs"].every((name) => isWritable(join(path, name)))) return path;
	}
	return null;
}

function givesLimits(path: string): boolean {
	const given = read(join(path, "cgroup.subtree_control")).trim().split(" ");
	return ["memory", "pids"].every((name) => given.includes(name));
}

function isWritable(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

function read(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}
