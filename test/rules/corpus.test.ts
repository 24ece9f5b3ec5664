import { describe, expect, it } from "vitest";
import { loadRule, readRulesCorpus, shareLoaded } from "../../bench/measure-rules.ts";

const OUTCOMES = readRulesCorpus().map(loadRule);

describe("rules of public settings", () => {
	it.each(["allow", "deny", "ask"] as const)("[rules-corpus] at least 97 of 100 rules that %s load", (kind) => {
		const { rules, share } = shareLoaded(OUTCOMES.filter((one) => one.kind === kind));
		expect(rules).toBeGreaterThan(20);
		expect(share).toBeGreaterThanOrEqual(0.97);
	});

	it("[rules-corpus] what a client cut out of a longer text is left out and told, and nothing else is", () => {
		const left = OUTCOMES.filter(({ state }) => state === "left-out");
		expect(left.length).toBeGreaterThan(80);
		expect(left.length).toBeLessThan(110);
		expect(left.every(({ kind, problem }) => kind === "allow" && problem?.severity === "warning" && problem.hint !== undefined)).toBe(true);
		const texts = left.map(({ rule }) => rule);
		for (const rule of ["Bash(done)", "Bash(do echo:*)", "Bash(fi)", "Bash(python3 -c ' *)", "Bash(TASK_ID=100)", "Bash(})"]) {
			expect(texts).toContain(rule);
		}
		expect(texts.every((text) => text.startsWith("Bash("))).toBe(true);
	});

	it("[rules-hints] every refusal says what to write instead", () => {
		const refused = OUTCOMES.filter(({ state }) => state === "refused");
		expect(refused.filter(({ problem }) => !/^(?:write|did you mean)/.test(problem?.hint ?? ""))).toEqual([]);
	});

	it("[rules-canonical] what a rule becomes loads as the same rule again", () => {
		for (const { kind, rule, state } of OUTCOMES) {
			if (state !== "loaded") continue;
			const first = loadRule({ kind, rule, repos: 1 });
			for (const text of first.terms) expect(loadRule({ kind, rule: text, repos: 1 }).terms, rule).toContain(text);
		}
	});
});
