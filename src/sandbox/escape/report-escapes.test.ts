import { describe, expect, it } from "vitest";
import { type Attempt, shell } from "./attempt.ts";
import type { AttemptEnd, Judged } from "./judge-attempt.ts";
import { reportEscapes } from "./report-escapes.ts";

describe("reportEscapes", () => {
	it("[escape-report] is content with what is blocked and proven, and with what is known", () => {
		expect(report("blocked", "escaped").ok).toBe(true);
		expect(report("escaped", "escaped", { known: "it cannot be helped" }).ok).toBe(true);
	});

	it("[escape-report] is not content with an escape, with silence, or with a refusal that nobody saw", () => {
		expect(report("escaped", "escaped").ok).toBe(false);
		expect(report("unclear", "escaped").ok).toBe(false);
		expect(report("blocked", "blocked").ok).toBe(false);
	});

	it("counts by family and in all", () => {
		const { total, families } = report("blocked", "escaped");
		expect(total).toEqual({ attempts: 1, blocked: { writ: 1, naive: 0, plain: 0 }, known: 0, skipped: 0 });
		expect(families).toEqual([{ family: "reading", ...total }]);
	});
});

function report(writ: AttemptEnd, others: AttemptEnd, rest: Partial<Attempt> = {}) {
	const judged = (verdict: AttemptEnd): ReadonlyMap<string, Judged> => new Map([["one", { verdict, seen: "", showed: false }]]);
	return reportEscapes(
		[shell("reading", "one", "reads", "true", rest)],
		new Map([
			["writ", judged(writ)],
			["naive", judged(others)],
			["plain", judged(others)],
		]),
	);
}
