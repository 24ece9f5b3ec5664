import type { Cost } from "./measure-rounds.ts";

/** A promise about the cost of a sandbox: how many times as long as something else. */
export interface SandboxBar {
	readonly name: string;
	/** By the clock, which is what is promised. */
	readonly wall: number;
	/** By processor time, which does not depend on what else the machine does. */
	readonly cpu: number;
	readonly bar: number;
	readonly passed: boolean;
}

/** Names of what is measured. */
export const CASES = {
	plainTrue: "true, plain",
	naiveTrue: "true, naive bwrap",
	bareTrue: "true, bwrap alone, arguments of the library",
	libraryTrue: "true, library",
	plannedTrue: "true, library, planned each time",
	onlineTrue: "true, library, with a network of one host",
	plainNode: "node -e 0, plain",
	naiveNode: "node -e 0, naive bwrap",
	libraryNode: "node -e 0, library",
	runTrue: "writ run -- true",
	runOnline: "writ run -- true, with a network of one host",
	naiveFifty: "50 × true at once, naive bwrap",
	bareFifty: "50 × true at once, bwrap alone, same arguments",
	libraryFifty: "50 × true at once, library",
} as const;

/** Holds what was measured against what is promised; what was not measured is missed. */
export function judgeSandbox(costs: readonly Cost[]): readonly SandboxBar[] {
	const times = (name: string, one: string, other: string, bar: number): SandboxBar => {
		const [costly, cheap] = [one, other].map((wanted) => costs.find((cost) => cost.name === wanted));
		const wall = (costly?.wallMs ?? Number.NaN) / (cheap?.wallMs ?? Number.NaN);
		return { name, wall, cpu: (costly?.cpuMs ?? Number.NaN) / (cheap?.cpuMs ?? Number.NaN), bar, passed: wall <= bar };
	};
	return [
		times("true, library against naive bwrap", CASES.libraryTrue, CASES.naiveTrue, 1.6),
		times("true, library against plain", CASES.libraryTrue, CASES.plainTrue, 5.5),
		times("node -e 0, library against plain", CASES.libraryNode, CASES.plainNode, 1.3),
		times("50 at once, library against naive bwrap", CASES.libraryFifty, CASES.naiveFifty, 1.4),
		times("writ run -- true against plain node -e 0", CASES.runTrue, CASES.plainNode, 5),
	];
}
