import { describe, expect, it } from "vitest";
import { CASES, judgeSandbox } from "../../bench/sandbox/bars.ts";
import { type Cost, measureRounds, median } from "../../bench/sandbox/measure-rounds.ts";

const cost = (name: string, wallMs: number): Cost => ({ name, runs: 100, wallMs, cpuMs: wallMs * 2 });
const costs = [
	cost(CASES.plainTrue, 16),
	cost(CASES.naiveTrue, 55),
	cost(CASES.libraryTrue, 88),
	cost(CASES.plainNode, 100),
	cost(CASES.libraryNode, 130),
	cost(CASES.naiveFifty, 100),
	cost(CASES.libraryFifty, 140),
	cost(CASES.runTrue, 500),
];

describe("the bars of sandboxes", () => {
	it("[sandbox-14-bars] are kept at exactly their figures, by the clock", () => {
		expect(judgeSandbox(costs).map(({ wall, bar, passed }) => [wall, bar, passed])).toEqual([
			[1.6, 1.6, true],
			[5.5, 5.5, true],
			[1.3, 1.3, true],
			[1.4, 1.4, true],
			[5, 5, true],
		]);
	});

	it("[sandbox-14-bars] are missed just beyond them, and by what was not measured", () => {
		const slower = costs.map((one) => ({ ...one, wallMs: /library|run/.test(one.name) ? one.wallMs + 1 : one.wallMs }));
		expect(judgeSandbox(slower).map(({ passed }) => passed)).toEqual([false, false, false, false, false]);
		expect(judgeSandbox([]).map(({ passed }) => passed)).toEqual([false, false, false, false, false]);
	});
});

describe("measuring in turns", () => {
	it("runs every case once in every turn, in an order of its own each time, and counts all but the first turn", async () => {
		const order: string[] = [];
		let cpu = 0;
		const cases = ["a", "b"].map((name, index) => ({
			name,
			run: async () => {
				order.push(name);
				cpu += index + 1;
			},
		}));
		const measured = await measureRounds(cases, 30, () => cpu);
		const turns = (order.join("").match(/../g) ?? []).map((turn) => Array.from(turn).toSorted().join(""));
		expect(turns).toEqual(Array.from({ length: 31 }, () => "ab"));
		expect(new Set(order.join("").match(/../g))).toEqual(new Set(["ab", "ba"]));
		expect(measured.map(({ name, runs, cpuMs }) => [name, runs, cpuMs])).toEqual([
			["a", 30, 1],
			["b", 30, 2],
		]);
	});

	it("takes the middle one, or what lies between the two in the middle", () => {
		expect(median([5, 1, 3])).toBe(3);
		expect(median([4, 1, 3, 2])).toBe(2.5);
		expect(median([])).toBeNaN();
	});
});
