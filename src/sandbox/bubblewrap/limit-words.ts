import type { SandboxPlan } from "../plan/sandbox-plan.ts";

/** The program that sets limits and then becomes the command; part of util-linux. */
export const PRLIMIT = "/usr/bin/prlimit";

/** Highest values that this process may hand on, by their names in /proc/self/limits; absent = no bound. */
export type HardLimits = ReadonlyMap<string, number>;

/**
 * The words after `prlimit` that set the limits of the command, which follows them. They are set inside, where processes are counted for this sandbox and not
 * for all that the user runs.
 */
export function limitWords({ processes, memoryMb, fileSizeMb, openFiles }: SandboxPlan["limits"], hard: HardLimits): readonly string[] {
	const word = (name: string, named: string, value: number | null): readonly string[] => {
		const bound = hard.get(named);
		if (value === null) return [];
		const possible = bound === undefined ? value : Math.min(value, bound);
		return [`--${name}=${possible}:${possible}`];
	};
	return [
		// One more, for bubblewrap's own process inside.
		...word("nproc", "Max processes", processes === null ? null : processes + 1),
		...word("data", "Max data size", bytes(memoryMb)),
		...word("fsize", "Max file size", bytes(fileSizeMb)),
		...word("nofile", "Max open files", openFiles),
		...word("core", "Max core file size", 0),
		"--",
	];
}

/** Reads the text of /proc/self/limits. */
export function parseHardLimits(text: string): HardLimits {
	const rows = text.split("\n").flatMap((line): readonly (readonly [string, number])[] => {
		const found = /^(Max [a-z ]+?)\s{2,}\S+\s+(\d+)\s/.exec(line);
		return found?.[1] === undefined ? [] : [[found[1], Number(found[2])]];
	});
	return new Map(rows);
}

function bytes(mebibytes: number | null): number | null {
	return mebibytes === null ? null : Math.floor(mebibytes * 1024 * 1024);
}
