import { describe, expect, it } from "vitest";
import { KINDS, makeWorkload, ROOT } from "../../bench/workload.ts";

describe("the workload of the benchmark", () => {
	const workload = makeWorkload(1_000, 4_000, 7);

	it("[policy-11-workload] has 10 profiles of 15 tools, 6 path globs, 8 command patterns and 20 targets", () => {
		expect(workload.profiles).toHaveLength(10);
		for (const profile of workload.profiles) {
			expect([profile.tools, profile.paths, profile.commands, profile.targets].map((list) => new Set(list).size)).toEqual([15, 6, 8, 20]);
		}
		expect(workload.agents.size).toBe(1_000);
	});

	it("[policy-11-workload] asks four kinds of request in equal parts, half of each denied", () => {
		for (const kind of KINDS) {
			const own = workload.requests.filter((request) => request.kind === kind);
			expect(own).toHaveLength(1_000);
			expect(own.filter((request) => request.allowed)).toHaveLength(500);
		}
	});

	it("is the same for the same seed, and another for another", () => {
		expect(makeWorkload(1_000, 4_000, 7).requests).toEqual(workload.requests);
		expect(makeWorkload(1_000, 4_000, 8).requests).not.toEqual(workload.requests);
	});

	it("asks for paths that are absolute and need no resolving", () => {
		for (const request of workload.requests) {
			if (request.kind === "path") expect(request.path).toMatch(/^\/[a-z]/);
			if (request.kind === "path" && request.allowed) expect(request.path.startsWith(`${ROOT}/`)).toBe(true);
		}
	});
});
