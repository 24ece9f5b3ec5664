import type { Comparison } from "./compare-engines.ts";
import type { Rate } from "./measure.ts";
import type { Memory } from "./measure-memory.ts";
import { ratio } from "./ratio.ts";

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
	const at = ({ mixed }: Comparison, name: string) => mixed.find((rate) => rate.name === name);
	const median = (comparison: Comparison, name: string) => at(comparison, name)?.median ?? Number.NaN;
	const against = (name: string) => ratio(at(small, "writ")?.rounds ?? [], at(small, name)?.rounds ?? []);
	const floorLoss = median(large, "plain JS") / median(small, "plain JS");
	return [
		atLeast("writ against CASL, 1,000 agents", against("CASL 7"), 5, "×"),
		atLeast("writ against plain JS, 1,000 agents", against("plain JS"), 0.2, "×"),
		atLeast(
			`writ keeps at ${large.agents.toLocaleString("en")} agents (plain JS keeps ${floorLoss.toFixed(2)})`,
			median(large, "writ") / median(small, "writ"),
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
