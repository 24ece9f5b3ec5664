import type { Comparison } from "./compare-engines.ts";
import type { Rate } from "./measure.ts";
import type { Memory } from "./measure-memory.ts";

/** One promise about speed or size, and whether this run kept it. */
export interface Bar {
	readonly name: string;
	readonly value: number;
	readonly bar: number;
	readonly unit: string;
	readonly passed: boolean;
}

/** Judges a run against the bars of the specification. */
export function judgeBars(
	small: Comparison,
	large: Comparison,
	parse: { readonly writ: Rate; readonly parser: Rate },
	memory: Memory,
): readonly Bar[] {
	const at = (rates: readonly Rate[], name: string) => rates.find((rate) => rate.name === name)?.median ?? Number.NaN;
	const writ = at(small.mixed, "writ");
	const floor = at(small.mixed, "plain JS");
	const floorLoss = at(large.mixed, "plain JS") / floor;
	return [
		atLeast("writ against CASL, 1,000 agents", writ / at(small.mixed, "CASL 7"), 5, "×"),
		atLeast("writ against plain JS, 1,000 agents", writ / floor, 0.2, "×"),
		atLeast(
			`writ keeps at ${large.agents.toLocaleString("en")} agents (plain JS keeps ${floorLoss.toFixed(2)})`,
			at(large.mixed, "writ") / writ,
			0.5 * floorLoss,
			"×",
		),
		atLeast("commands that are parsed, per CPU second", parse.writ.median, Math.min(300_000, 0.6 * parse.parser.median), "/s"),
		below("memory of an agent beyond its own lists", memory.bytesPerAgent - memory.ownListsPerAgent, 1_024, "bytes"),
	];
}

function atLeast(name: string, value: number, bar: number, unit: string): Bar {
	return { name, value, bar, unit, passed: value >= bar };
}

function below(name: string, value: number, bar: number, unit: string): Bar {
	return { name, value, bar, unit, passed: value < bar };
}
