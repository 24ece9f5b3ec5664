import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxPlan } from "../plan/index.ts";
import { CGROUP_PLACES, type CgroupPlaces, findCgroup } from "./find-cgroup.ts";

/** A control group of one sandbox: its limits hold for all of its processes together. */
export interface Cgroup {
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
 * SECURITY: each limit is read back. A group that does not hold what it was told is none, so that nobody takes it for level 4.
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
