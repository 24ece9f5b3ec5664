import { readFileSync } from "node:fs";
import type { Probe } from "./machine-report.ts";

/** Looks whether the kernel could limit memory and processes of a sandbox as one; nothing is put into control groups yet, so it never holds. */
export function probeCgroup(): Probe {
	const offered = controllers();
	const able = ["memory", "pids"].every((name) => offered.includes(name));
	const detail = able ? "offered by the kernel (version 2), not used by writ yet" : "no version 2 with memory and pids here";
	return { name: "cgroup", ok: false, detail, cure: null };
}

function controllers(): readonly string[] {
	try {
		return readFileSync("/sys/fs/cgroup/cgroup.controllers", "latin1").trim().split(" ");
	} catch {
		return [];
	}
}
