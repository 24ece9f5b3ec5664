import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Problem, quoteText, sealProfile, type Writ } from "../src/engine/index.ts";

/** A rule of public settings, as somebody wrote it. */
export interface PublicRule {
	readonly rule: string;
	readonly kind: "allow" | "deny" | "ask";
	/** In how many repositories it stood. */
	readonly repos: number;
}

/** What becomes of a rule in a profile. */
export interface Outcome extends PublicRule {
	readonly state: "loaded" | "left-out" | "refused";
	/** Why it was left out or refused. */
	readonly problem: Problem | null;
	/** What stands for it in the sealed writ. */
	readonly terms: readonly string[];
}

export const RULES_FILE = join(import.meta.dirname, "../test/corpus/rules/claude-rules.jsonl");

/** The rules of the corpus. */
export function readRulesCorpus(file = RULES_FILE): readonly PublicRule[] {
	return readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line): PublicRule => JSON.parse(line));
}

const LISTS = { allow: "allowed", deny: "disallowed", ask: "ask" } as const;

/** Loads a rule as the only one of its list. */
export function loadRule(rule: PublicRule): Outcome {
	const sealed = sealProfile({ tools: { [LISTS[rule.kind]]: [rule.rule] } }, { agent: "bench", root: "/ws", home: "/home/dev" });
	if (!sealed.ok) return { ...rule, state: "refused", problem: sealed.problems[0] ?? null, terms: [] };
	const left = sealed.warnings.find(({ code }) => code === "debris") ?? null;
	return { ...rule, state: left === null ? "loaded" : "left-out", problem: left, terms: termsOf(sealed.writ, rule.kind) };
}

function termsOf({ terms: { tools } }: Writ, kind: PublicRule["kind"]): readonly string[] {
	return kind === "allow" ? tools.allowed.flat() : kind === "deny" ? tools.disallowed : tools.ask;
}

/** How many of each kind load, of those that are rules at all. */
export function shareLoaded(outcomes: readonly Outcome[]): { readonly loaded: number; readonly rules: number; readonly share: number } {
	const rules = outcomes.filter(({ state }) => state !== "left-out");
	const loaded = rules.filter(({ state }) => state === "loaded").length;
	return { loaded, rules: rules.length, share: rules.length === 0 ? 1 : loaded / rules.length };
}

/** The kind of reason, without what it speaks of. */
export function reasonClass({ problem, rule }: Outcome): string {
	const says = problem?.message.slice(`${problem.path}: ${quoteText(rule)}`.length) ?? "";
	return says
		.replace(/^:? /, "")
		.replace(/'[^']*'/g, "…")
		.replace(/^[A-Z_][A-Z0-9_]* may be set/, "NAME may be set")
		.replace(/^[A-Z_][A-Z0-9_]* may change/, "NAME may change");
}
