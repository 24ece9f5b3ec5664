import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCgroup, openCgroup, sweepCgroups, tryCgroup } from "./cgroups.ts";

/**
 * A directory that looks like a delegated hierarchy of version 2. It is not a kernel: that a limit holds is not shown here, only that what
 * the kernel is told is right, and that a machine without such a hierarchy gives none.
 */
let root = "";
let places = { membership: "", root: "" };
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "writ-cgroup-"));
	places = { membership: join(root, "membership"), root: join(root, "fs") };
	mkdirSync(join(places.root, "user/app/shell"), { recursive: true });
	writeFileSync(places.membership, "1:cpu:/other\n0::/user/app/shell\n");
	for (const group of ["", "user", "user/app", "user/app/shell"]) writeFileSync(join(places.root, group, "cgroup.procs"), "");
	writeFileSync(join(places.root, "cgroup.subtree_control"), "cpu memory pids\n");
	writeFileSync(join(places.root, "user/app/cgroup.subtree_control"), "memory pids\n");
	writeFileSync(join(places.root, "user/app/shell/cgroup.subtree_control"), "\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a control group", () => {
	it("[sandbox-9-cgroup] is made in the nearest group that passes both limits on, and is told them", async () => {
		const group = openCgroup({ processes: 10, memoryMb: 64 }, places);
		expect(group?.path).toMatch(/\/user\/app\/writ-[0-9a-f-]{36}$/);
		const said = (name: string) => readFileSync(join(group?.path ?? "", name), "utf8");
		expect([said("memory.max"), said("pids.max")]).toEqual([`${64 * 1024 * 1024}`, "12"]);
		group?.add(4711);
		expect(said("cgroup.procs")).toBe("4711");
		writeFileSync(join(group?.path ?? "", "memory.events"), "low 0\noom_kill 2\n");
		writeFileSync(join(group?.path ?? "", "memory.peak"), "1048577\n");
		expect(group?.usage()).toEqual({ peakMemoryMb: 2, peakProcesses: null, memoryKills: 2, refusedProcesses: 0 });
		// The kernel's files go with their directory; these do not.
		for (const name of readdirSync(group?.path ?? "")) rmSync(join(group?.path ?? "", name));
		await group?.close();
		expect(existsSync(group?.path ?? "")).toBe(false);
	});

	it("[sandbox-9-cgroup] has no limit where the writ has none", () => {
		const group = openCgroup({ processes: null, memoryMb: null }, places);
		expect(["memory.max", "pids.max"].map((name) => readFileSync(join(group?.path ?? "", name), "utf8"))).toEqual(["max", "max"]);
	});

	it("[sandbox-9-cgroup-none] there is none where no group passes both limits on, or there is no version 2", () => {
		for (const group of ["", "user/app"]) writeFileSync(join(places.root, group, "cgroup.subtree_control"), "memory cpu\n");
		expect([findCgroup(places), openCgroup({ processes: 1, memoryMb: 1 }, places)]).toEqual([null, null]);
		writeFileSync(places.membership, "4:memory:/user/app/shell\n");
		expect(findCgroup(places)).toBe(null);
		expect(openCgroup({ processes: 1, memoryMb: 1 }, places)).toBe(null);
		writeFileSync(places.membership, "0::/../../outside\n");
		expect(findCgroup(places)).toBe(null);
	});

	it("[sandbox-9-cgroup-swept] what a killed supervisor left is removed after a minute, others' groups never", () => {
		const group = openCgroup({ processes: 1, memoryMb: 1 }, places);
		const path = group?.path ?? "";
		const later = Date.now() + 61_000;
		// Files in it keep it, as processes do.
		expect(sweepCgroups(later, places)).toBe(0);
		for (const name of readdirSync(path)) rmSync(join(path, name));
		mkdirSync(join(places.root, "user/app/other.scope"));
		expect([sweepCgroups(Date.now(), places), sweepCgroups(later, places)]).toEqual([0, 1]);
		expect(readdirSync(join(places.root, "user/app")).toSorted()).toEqual([
			"cgroup.procs",
			"cgroup.subtree_control",
			"other.scope",
			"shell",
		]);
	});

	it("[sandbox-9-cgroup-none] a hierarchy in which no process arrives is not taken for one", async () => {
		expect(await tryCgroup(places)).toBe(false);
	});
});
