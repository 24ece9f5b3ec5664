import { readFileSync } from "node:fs";
import { errorCode } from "../../platform/index.ts";

/** One run of one process: a pid alone is soon somebody else's. */
export interface ProcessOwner {
	readonly pid: number;
	/** In clock ticks since the machine started; `null` where the system does not tell. */
	readonly pid_started: string | null;
	/** Of this start of the machine; `null` where the system does not tell. */
	readonly boot_id: string | null;
}

/** A process as it is now; this one, unless told. */
export function processOwner(pid: number = process.pid): ProcessOwner {
	return { pid, pid_started: readStat(pid)?.started ?? null, boot_id: bootId() };
}

/** Whether that process still runs; in doubt it does, because what it owns is removed otherwise. */
export function ownerIsRunning({ pid, pid_started, boot_id }: ProcessOwner): boolean {
	if (boot_id !== null && boot_id !== bootId()) return false;
	if (pid_started === null) return isThere(pid);
	const stat = readStat(pid);
	// A zombie does nothing any more.
	return stat !== undefined && stat.started === pid_started && stat.state !== "Z" && stat.state !== "X";
}

function bootId(): string | null {
	return readText("/proc/sys/kernel/random/boot_id")?.trim() ?? null;
}

function readStat(pid: number): { readonly state: string; readonly started: string } | undefined {
	const text = readText(`/proc/${pid}/stat`);
	if (text === undefined) return undefined;
	// The second field is the command's name in brackets, which may hold brackets and spaces.
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const [state = "", started = ""] = [fields[0], fields[19]];
	return started === "" ? undefined : { state, started };
}

function readText(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

function isThere(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errorCode(error) !== "ESRCH";
	}
}
