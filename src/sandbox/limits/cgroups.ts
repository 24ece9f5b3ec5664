import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";

/** A control group of one sandbox: its limits hold for all of its processes together. */
interface Cgroup {
	readonly path: string;
	/** Puts a process into it; what that one starts afterwards is in it too. Throws when the kernel refuses. */
	add(process: number): void;
	/** What the kernel counted. */
	usage(): CgroupUsage;
	/** Ends what is left in it, and removes it. */
	close(): Promise<void>;
}

/** What all processes of a group used together. */
export interface CgroupUsage {
	readonly peakMemoryMb: number | null;
	readonly peakProcesses: number | null;
	/** How often a process was killed because the group had no memory left. */
	readonly memoryKills: number;
	/** How often no further process was let in. */
	readonly refusedProcesses: number;
}

/**
 * Makes the control group of a sandbox, before its first process is started; `null` where this machine gives us none.
 * SECURITY: each limit is read back. A group that does not keep the limits it was given does not count, so that nobody takes it for level 4.
 */
export function openCgroup(
	{ processes, memoryMb }: Pick<SandboxPlan["limits"], "processes" | "memoryMb">,
	places: CgroupPlaces = CGROUP_PLACES,
): Cgroup | null {
	const parent = findCgroup(places);
	if (parent === null) return null;
	const path = join(parent, `writ-${randomUUID()}`);
	const file = (name: string): string => join(path, name);
	try {
		mkdirSync(path);
		set(file("memory.max"), memoryMb === null ? "max" : `${Math.floor(memoryMb * MEBIBYTE)}`);
		set(file("pids.max"), processes === null ? "max" : `${processes + OF_BUBBLEWRAP}`);
		// Memory that was moved to the disk is used too; and of a group that has too little, no half stays alive.
		for (const [name, value] of [
			["memory.swap.max", "0"],
			["memory.oom.group", "1"],
		] as const)
			if (existsSync(file(name))) writeFileSync(file(name), value);
	} catch {
		remove(path);
		return null;
	}
	return {
		path,
		add: (process) => writeFileSync(file("cgroup.procs"), `${process}`),
		usage: () => ({
			peakMemoryMb: mebibytes(number(file("memory.peak"))),
			peakProcesses: number(file("pids.peak")),
			memoryKills: counted(file("memory.events"), "oom_kill"),
			refusedProcesses: counted(file("pids.events"), "max"),
		}),
		async close() {
			if (existsSync(file("cgroup.kill"))) writeFileSync(file("cgroup.kill"), "1");
			// A process that was killed counts until somebody has noticed it.
			for (let waited = 0; waited < LONGEST_WAIT && !remove(path); waited += PAUSE) await sleep(PAUSE);
		},
	};
}

const MEBIBYTE = 1024 * 1024;
/** Its process outside and the one inside. */
const OF_BUBBLEWRAP = 2;
const LONGEST_WAIT = 1000;
const PAUSE = 10;

function set(path: string, value: string): void {
	writeFileSync(path, value);
	const held = readFileSync(path, "latin1").trim();
	// The kernel rounds memory down to whole pages.
	const isHeld = held === value || (value !== "max" && Number(held) <= Number(value));
	if (!isHeld) throw new Error(`${path} holds ${held} instead of ${value}`);
}

function remove(path: string): boolean {
	try {
		rmdirSync(path);
		return true;
	} catch {
		return !existsSync(path);
	}
}

function text(path: string): string {
	try {
		return readFileSync(path, "latin1").trim();
	} catch {
		return "";
	}
}

function number(path: string): number | null {
	const value = text(path);
	return /^\d+$/.test(value) ? Number(value) : null;
}

function mebibytes(bytes: number | null): number | null {
	return bytes === null ? null : Math.ceil(bytes / MEBIBYTE);
}

function counted(path: string, name: string): number {
	return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text(path))?.[1] ?? 0);
}

/** Where control groups are told and kept; a test names others. */
interface CgroupPlaces {
	/** The group of this process (`/proc/self/cgroup`). */
	readonly membership: string;
	/** Mount point of version 2. */
	readonly root: string;
}

const CGROUP_PLACES: CgroupPlaces = { membership: "/proc/self/cgroup", root: "/sys/fs/cgroup" };

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
