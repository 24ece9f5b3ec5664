import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { CGROUP_PLACES, type CgroupPlaces } from "./find-cgroup.ts";
import { openCgroup } from "./open-cgroup.ts";

/** Whether this machine really puts a process of ours into a control group with limits: tried with one that sleeps, not read from a list. */
export async function tryCgroup(places: CgroupPlaces = CGROUP_PLACES): Promise<boolean> {
	const group = openCgroup({ processes: 4, memoryMb: 64 }, places);
	if (group === null) return false;
	const child = spawn("/bin/sleep", ["5"], { stdio: "ignore" });
	try {
		const { pid } = child;
		if (pid === undefined) return false;
		group.add(pid);
		const path = group.path.slice(places.root.length);
		return readFileSync(`/proc/${pid}/cgroup`, "latin1").split("\n").includes(`0::${path}`);
	} catch {
		return false;
	} finally {
		child.once("error", () => {});
		child.kill("SIGKILL");
		await group.close();
	}
}
