import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { giveBackRequests, type RecentRequests, rememberRequests, requestsThisMinute, secondsUntilRoom } from "./spend.ts";

const steps = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 9_000 }), count: fc.integer({ min: 1, max: 3 }) }), { maxLength: 300 });

describe("requests of the last minute", () => {
	it("[budgets-minute] under any timing no minute holds more than the limit, and while few moments are kept the count is exact", () => {
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 120 }), (all, limit) => {
				const made: [number, number][] = [];
				let recent: RecentRequests = [];
				let now = 0;
				for (const { pause, count } of all) {
					now += pause;
					const truth = made.filter(([at]) => at > now - 60_000).reduce((sum, [, one]) => sum + one, 0);
					const counted = requestsThisMinute(recent, now);
					expect(counted).toBeGreaterThanOrEqual(truth);
					if (made.length <= 64) expect(counted).toBe(truth);
					if (counted + count > limit) continue;
					recent = rememberRequests(recent, count, now);
					made.push([now, count]);
				}
				for (const [from] of made)
					expect(made.filter(([at]) => at >= from && at < from + 60_000).reduce((sum, [, one]) => sum + one, 0)).toBeLessThanOrEqual(limit);
			}),
		);
	});

	it("however busy the minute, few moments are kept, and none of its requests is forgotten", () => {
		let recent: RecentRequests = [];
		for (let now = 0; now < 60_000; now += 20) recent = rememberRequests(recent, 1, now);
		expect(recent.length).toBeLessThanOrEqual(64);
		expect(requestsThisMinute(recent, 59_999)).toBe(3_000);
		expect(requestsThisMinute(recent, 130_000)).toBe(0);
	});

	it("giving back never makes the count smaller than the truth, now or later", () => {
		const recent = rememberRequests(rememberRequests([], 2, 0), 3, 30_000);
		const rest = giveBackRequests(recent, 3, 30_000, 40_000);
		expect([requestsThisMinute(rest, 40_000), requestsThisMinute(rest, 65_000)]).toEqual([2, 2]);
		expect(giveBackRequests(recent, 2, 0, 60_000)).toEqual([[30_000, 3]]);
	});

	it("the time until there is room is told, unless there will never be", () => {
		const recent = rememberRequests(rememberRequests([], 2, 0), 3, 30_000);
		expect([1, 2, 3, 5, 6].map((count) => secondsUntilRoom(recent, count, 5, 40_000))).toEqual([20, 20, 50, 50, null]);
	});
});
