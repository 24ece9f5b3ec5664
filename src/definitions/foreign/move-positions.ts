import type { Positions } from "../yaml/index.ts";
import type { Move } from "./foreign-reading.ts";

/** Positions of a foreign object under the places of the profile that was made from it; the first move to a place counts. */
export function movePositions(positions: Positions, moves: readonly Move[]): Positions {
	const moved: Record<string, readonly [number, number]> = {};
	const whole = Object.hasOwn(positions, "") ? positions[""] : undefined;
	if (whole) moved[""] = whole;
	for (const [to, from] of moves) {
		for (const [path, position] of Object.entries(positions)) {
			const rest = path.slice(from.length);
			if (!path.startsWith(from) || (rest !== "" && !/^[.[]/.test(rest))) continue;
			if (!Object.hasOwn(moved, to + rest)) moved[to + rest] = position;
		}
	}
	return moved;
}
