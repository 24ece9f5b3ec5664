import { readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CGROUP_PLACES, type CgroupPlaces, findCgroup } from "./find-cgroup.ts";

const MINUTE = 60_000;

/** Removes control groups that killed supervisors left; one with a process in it cannot be removed, and a new one waits for its first. */
export function sweepCgroups(now: number, places: CgroupPlaces = CGROUP_PLACES): number {
	const parent = findCgroup(places);
	if (parent === null) return 0;
	return readdirSync(parent)
		.filter((name) => /^writ-[0-9a-f-]{36}$/.test(name))
		.filter((name) => removed(join(parent, name), now)).length;
}

function removed(path: string, now: number): boolean {
	try {
		if (now - statSync(path).mtimeMs < MINUTE) return false;
		rmdirSync(path);
		return true;
	} catch {
		return false;
	}
}
