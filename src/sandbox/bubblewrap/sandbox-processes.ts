import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Every process below one, and the one itself; what ends meanwhile is left out. */
export function processesOf(root: number): readonly number[] {
	const found = [root];
	// Grows while it is walked.
	for (const process of found) found.push(...childrenOf(process));
	return found;
}

/** Memory of some processes in MiB; pages that several share count once. */
export function memoryOf(processes: readonly number[]): number {
	return processes.reduce((sum, process) => sum + kilobytesOf(process), 0) / 1024;
}

/** Processes and threads together, as the kernel counts them. */
export function tasksOf(processes: readonly number[]): number {
	return processes.reduce((sum, process) => sum + threadsOf(process).length, 0);
}

/**
 * The command itself: the process that bubblewrap's own process inside started, which is the second of its namespace; with a terminal,
 * the one that it started.
 */
export function commandOf(init: number, hasTerminal: boolean): number | null {
	const isSecond = (process: number) => /^NSpid:.*\t2$/m.test(read(`/proc/${process}/status`) ?? "");
	const second = childrenOf(init).find(isSecond);
	if (second === undefined || !hasTerminal) return second ?? null;
	return childrenOf(second)[0] ?? null;
}

/**
 * Whether both of bubblewrap's processes have asked to die with their parents: the one inside takes the filter only afterwards, and the one
 * outside has asked before it told of the one inside.
 */
export function diesWithUs(inside: number): boolean {
	return /^Seccomp:\t2$/m.test(read(`/proc/${inside}/status`) ?? "");
}

/** Whether a process is gone. The first of a namespace goes last of all in it. */
export function isGone(process: number): boolean {
	return !existsSync(`/proc/${process}`);
}

/** Whether a process can still do anything: one that is being taken apart has given its memory back before all else. */
export function isAlive(process: number): boolean {
	const pages = read(`/proc/${process}/statm`)?.split(" ")[0];
	return pages !== undefined && pages !== "0" && isFirst(process);
}

/** Whether a process is the first of a namespace, and so no other one that has got its number meanwhile. */
export function isFirst(process: number): boolean {
	return /^NSpid:.*\t1$/m.test(read(`/proc/${process}/status`) ?? "");
}

/** Whether a sandbox holds processes besides its first, to which all others belong: a process whose parent ends becomes its child. */
export function hasOthers(init: number): boolean {
	return childrenOf(init).length > 0;
}

function threadsOf(process: number): readonly string[] {
	try {
		return readdirSync(`/proc/${process}/task`);
	} catch {
		return [];
	}
}

function childrenOf(process: number): readonly number[] {
	return threadsOf(process).flatMap((thread) =>
		(read(`/proc/${process}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number),
	);
}

function kilobytesOf(process: number): number {
	const shared = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${process}/smaps_rollup`) ?? "")?.[1];
	if (shared !== undefined) return Number(shared);
	// A process that hides its memory map is counted with everything that it has in memory.
	const pages = read(`/proc/${process}/statm`)?.split(" ")[1];
	return pages === undefined ? 0 : Number(pages) * 4;
}

function read(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
