import type { AllowedEntry, ConditionalRule } from "../../vocabulary/index.ts";
import type { PathUse } from "../path/index.ts";
import { type PatternLookup, type Rule, type RulesOutcome, readRules } from "./parse-rule.ts";

/** What follows the text of a rule that holds only inside a sandbox. No rule ends like this: it ends with its name or a bracket. */
const CONDITION = " when confined";

/** An entry of `tools.allowed` as terms, origins and reasons write it. */
export function allowedText(entry: AllowedEntry): string {
	return typeof entry === "string" ? entry : entry.rule + CONDITION;
}

/** The same entry as a document writes it. */
export function allowedEntry(text: string): AllowedEntry {
	return isConditional(text) ? { rule: text.slice(0, -CONDITION.length), when: "confined" } : text;
}

/** Whether an entry of some list is a rule with a condition. */
export function isConditionalEntry(entry: unknown): entry is ConditionalRule {
	return typeof entry === "object" && entry !== null && "rule" in entry && "when" in entry;
}

/** Whether the text is that of a rule that holds only inside a sandbox. */
export function isConditional(text: string): boolean {
	return text.endsWith(CONDITION);
}

/** The rule without its condition. */
export function unconditional(text: string): string {
	return isConditional(text) ? text.slice(0, -CONDITION.length) : text;
}

/** A rule of `tools.allowed` in terms, with its condition. */
export interface TermsRule extends Rule {
	/** It holds only inside a sandbox; `text` says so too. */
	readonly conditional: boolean;
}

/**
 * Reads a rule that stands in terms. SECURITY: what people write is read by `parseRule`, which knows of no condition, so that whoever
 * forgets the condition reads no rule at all.
 */
export function parseTermsRule(
	text: string,
	lookup: PatternLookup,
	use: PathUse = "grant",
): { readonly ok: true; readonly rule: TermsRule } | Extract<RulesOutcome, { ok: false }> {
	const read = readTermsRules(text, lookup, use);
	return read.ok ? { ok: true, rule: read.rules[0] } : read;
}

/** The same for a text that may stand for several rules. */
export function readTermsRules(
	text: string,
	lookup: PatternLookup,
	use: PathUse = "grant",
): { readonly ok: true; readonly rules: readonly [TermsRule, ...TermsRule[]] } | Extract<RulesOutcome, { ok: false }> {
	const conditional = isConditional(text);
	const read = readRules(unconditional(text), lookup, use);
	if (!read.ok) return read;
	const marked = (rule: Rule): TermsRule => ({ ...rule, text: conditional ? rule.text + CONDITION : rule.text, conditional });
	const [first, ...rest] = read.rules;
	return { ok: true, rules: [marked(first), ...rest.map(marked)] };
}
