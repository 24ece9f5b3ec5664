import { readFileSync } from "node:fs";

/** Highest values that this process may hand on, by their names in /proc/self/limits; absent = no bound. */
export type HardLimits = ReadonlyMap<string, number>;

/** Those of this process, read once: only who has power over it can change them, and a limit above what is left starts nothing. */
export function hardLimits(): HardLimits {
	known ??= parseHardLimits(readFileSync("/proc/self/limits", "utf8"));
	return known;
}

let known: HardLimits | null = null;

/** Reads the text of /proc/self/limits. */
export function parseHardLimits(text: string): HardLimits {
	const rows = text.split("\n").flatMap((line): readonly (readonly [string, number])[] => {
		const found = /^(Max [a-z ]+?)\s{2,}\S+\s+(\d+)\s/.exec(line);
		return found?.[1] === undefined ? [] : [[found[1], Number(found[2])]];
	});
	return new Map(rows);
}
