import { tryCgroup } from "../quota/try-cgroup.ts";
import type { Probe } from "./machine-report.ts";

/** Tries whether a process can be put into a control group of ours, whose limits of memory and processes hold for all in it together. */
export async function probeCgroup(): Promise<Probe> {
	const ok = await tryCgroup();
	const detail = ok
		? "a process was put into a group with limits of memory and processes"
		: "no group of version 2 that passes limits of memory and processes on to us";
	return { name: "cgroup", ok, detail, cure: null };
}
