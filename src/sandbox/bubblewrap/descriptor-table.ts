import type { StdioOptions } from "node:child_process";

type Stdio = Exclude<StdioOptions, string>;
type Entry = Stdio[number];

/** The descriptors of a program to be started, under the numbers that it will know them by. */
export interface DescriptorTable {
	/** Takes the next free number for an entry. */
	add(entry: Entry): number;
	/** All of them, with the descriptor that `nothing` opens in place of every number in `others` that is not taken. */
	stdio(others: readonly number[], nothing: () => number): Entry[];
}

/** Begins a table with standard input, output and error. */
export function descriptorTable(standard: readonly Entry[]): DescriptorTable {
	const entries = [...standard];
	return {
		add: (entry) => entries.push(entry) - 1,
		stdio(others, nothing) {
			const free = others.filter((number) => number >= entries.length);
			if (free.length === 0) return entries;
			const [length, replaced, empty] = [Math.max(...free) + 1, new Set(free), nothing()];
			return Array.from({ length }, (_, number) => entries[number] ?? (replaced.has(number) ? empty : "ignore"));
		},
	};
}
