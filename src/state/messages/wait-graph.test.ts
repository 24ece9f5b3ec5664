import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WaitGraph, type WaitToken } from "./index.ts";

describe("waits", () => {
	it("[messages-wait-cycle] [state-63] a wait that closes a cycle is refused at once, and may begin when the other wait ends", () => {
		const waits = new WaitGraph();
		const first = waits.begin("a", "b");
		expect(waits.begin("b", "c").ok).toBe(true);
		expect(waits.begin("c", "a")).toMatchObject({ ok: false, code: "wait-cycle" });
		expect(waits.begin("b", "a")).toMatchObject({ ok: false, code: "wait-cycle" });
		expect(waits.begin("a", "a")).toMatchObject({ ok: false, code: "wait-cycle" });
		if (first.ok) waits.end(first.token);
		expect(waits.begin("c", "a").ok).toBe(true);
	});

	it("an agent may wait for the same one twice, and ending one wait leaves the other", () => {
		const waits = new WaitGraph();
		const tokens = [waits.begin("a", "b"), waits.begin("a", "b")].flatMap((outcome) => (outcome.ok ? [outcome.token] : []));
		const [one, two] = tokens;
		if (one !== undefined) for (let time = 0; time < 2; time++) waits.end(one);
		expect(waits.begin("b", "a").ok).toBe(false);
		if (two !== undefined) waits.end(two);
		expect([waits.begin("b", "a").ok, waits.size]).toEqual([true, 1]);
	});

	it("whatever is begun and ended, a wait is refused exactly when it would close a cycle", () => {
		const agent = fc.integer({ min: 0, max: 5 });
		fc.assert(
			fc.property(fc.array(fc.tuple(agent, agent, fc.boolean()), { maxLength: 40 }), (steps) => {
				const waits = new WaitGraph();
				const open: { readonly token: WaitToken; readonly pair: readonly [number, number] }[] = [];
				for (const [from, to, ends] of steps) {
					const ended = ends ? open.shift() : undefined;
					if (ended !== undefined) waits.end(ended.token);
					const outcome = waits.begin(`a${from}`, `a${to}`);
					expect(outcome.ok).toBe(
						!leads(
							to,
							from,
							open.map(({ pair }) => pair),
						),
					);
					if (outcome.ok) open.push({ token: outcome.token, pair: [from, to] });
				}
				expect(waits.size).toBe(open.length);
			}),
		);
	});
});

function leads(from: number, to: number, pairs: readonly (readonly [number, number])[], seen: readonly number[] = []): boolean {
	if (from === to) return true;
	return pairs.some(([one, other]) => one === from && !seen.includes(other) && leads(other, to, pairs, [...seen, from]));
}
