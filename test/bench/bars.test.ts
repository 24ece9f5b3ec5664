import { describe, expect, it } from "vitest";
import { judgeBars } from "../../bench/bars.ts";
import type { Comparison } from "../../bench/compare-engines.ts";
import { measure, type Rate, repeat } from "../../bench/measure.ts";
import { ratio } from "../../bench/ratio.ts";

const rate = (name: string, median: number): Rate => ({ name, median, lowest: median, highest: median, rounds: [median] });

function comparison(agents: number, rates: Readonly<Record<string, number>>): Comparison {
	const mixed = Object.entries(rates).map(([name, median]) => rate(name, median));
	return { agents, requests: 1, verified: 1, mixed, fresh: mixed, kinds: { tool: mixed, path: mixed, command: mixed, target: mixed } };
}

describe("the bars of the benchmark", () => {
	const small = comparison(1_000, { writ: 500, "CASL 7": 100, "plain JS": 2_500 });
	const large = comparison(100_000, { writ: 125, "CASL 7": 50, "plain JS": 1_250 });
	const parse = { writ: rate("writ", 60_000), parser: rate("bare parse", 100_000) };
	const memory = { agents: 10, bytesPerAgent: 1_500, ownListsPerAgent: 600 };

	it("[policy-11-bars] are kept at exactly their figures", () => {
		expect(judgeBars(small, large, parse, memory).map((bar) => [bar.passed, bar.value, bar.bar])).toEqual([
			[true, 5, 5],
			[true, 0.2, 0.2],
			[true, 0.25, 0.25],
			[true, 60_000, 60_000],
			[true, 900, 1_024],
		]);
	});

	it("[policy-11-bars] are missed just below them, and by a figure that is not there", () => {
		const slower = comparison(1_000, { writ: 499, "CASL 7": 100, "plain JS": 2_500 });
		const heavier = { ...memory, bytesPerAgent: 1_624 };
		const weaker = { ...parse, writ: rate("writ", 59_999) };
		expect(judgeBars(slower, comparison(100_000, { writ: 124, "plain JS": 1_250 }), weaker, heavier).map((bar) => bar.passed)).toEqual([
			false,
			false,
			false,
			false,
			false,
		]);
		expect(
			judgeBars(comparison(1_000, {}), large, parse, memory)
				.slice(0, 3)
				.map((bar) => bar.passed),
		).toEqual([false, false, false]);
	});

	it("asks no more of parsing than 300,000 a second", () => {
		const [, , , bar] = judgeBars(small, large, { writ: rate("writ", 300_000), parser: rate("bare parse", 9_000_000) }, memory);
		expect(bar).toMatchObject({ passed: true, bar: 300_000 });
	});
});

describe("measuring", () => {
	it("compares within each round: the machine may be slower in another", () => {
		expect(ratio([10, 50, 60], [2, 10, 10])).toBe(5);
		expect(ratio([10], [])).toBeNaN();
		expect(ratio([], [10])).toBeNaN();
	});

	it("goes round its list and counts what was allowed", () => {
		const run = repeat([true, false, true], (item) => item);
		expect(run(4)).toBe(3);
		expect(run(2)).toBe(1);
	});

	it("finds the slower of two", async () => {
		const work = (length: number) => (count: number) => {
			let sum = 0;
			for (let index = 0; index < count * length; index++) sum += Math.sqrt(index);
			return sum;
		};
		const [fast, slow] = await measure(
			[
				{ name: "fast", run: work(100) },
				{ name: "slow", run: work(2_000) },
			],
			3,
			0.01,
		);
		expect(fast?.median).toBeGreaterThan(3 * (slow?.median ?? Number.NaN));
	});
});
