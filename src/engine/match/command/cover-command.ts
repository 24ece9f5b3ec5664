import type { Analysis, Need } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { CommandRule, PatternSet } from "./command-policy.ts";

/** How far one set of rules covers a command. */
export type Cover =
	/** A rule matches; `open` are the needs it does not name, `named` tells which positions it does. */
	| { readonly kind: "covered"; readonly rule: string; readonly open: readonly Need[]; readonly named: (at: number) => boolean }
	/** A rule may match, depending on a word that is not known. */
	| { readonly kind: "maybe" }
	| { readonly kind: "none" };

/** The rule of a set that covers a command best: the one that leaves the fewest needs open. */
export function coverCommand(analysis: Analysis, set: PatternSet): Cover {
	if (set.any !== null) return { kind: "covered", rule: set.any, open: [], named: always };
	const name = analysis.words[0]?.text ?? "";
	let best: Cover = NONE;
	for (const candidate of set.byProgram.get(name) ?? []) {
		const cover = coverByRule(analysis, candidate);
		if (cover.kind === "covered" && cover.open.length === 0) return cover;
		if (cover.kind === "covered" && (best.kind !== "covered" || cover.open.length < best.open.length)) best = cover;
		if (cover.kind === "maybe" && best.kind === "none") best = cover;
	}
	return best;
}

/** The rules of a set whose words reach past a launcher, as rules for the inner command. */
export function innerRules(analysis: Analysis, set: PatternSet, at: number): readonly CommandRule[] {
	if (at < 1) return [];
	const name = analysis.words[0]?.text ?? "";
	const essential = analysis.essential?.indexOf(at) ?? -1;
	return (set.byProgram.get(name) ?? []).flatMap(({ rule, pattern }) => {
		for (const [length, positions] of [
			[at, null],
			[essential, analysis.essential],
		] as const) {
			if (length < 1 || pattern.words.length <= length || !matches(analysis.words, pattern.words.slice(0, length), positions)) continue;
			return [{ rule, pattern: { ...pattern, words: pattern.words.slice(length) } }];
		}
		return [];
	});
}

function coverByRule(analysis: Analysis, { rule, pattern }: CommandRule): Cover {
	const { words } = analysis;
	if (!pattern.prefix && words.length === pattern.words.length && matches(words, pattern.words, null)) {
		return { kind: "covered", rule, open: [], named: always };
	}
	const { essential } = analysis;
	const whole = matches(words, pattern.words, null);
	if (!pattern.prefix || (!whole && (essential === null || !matches(words, pattern.words, essential))))
		return maybe(words, pattern.words, essential);
	const length = pattern.words.length;
	const positions = whole ? null : essential;
	const named =
		positions === null
			? (at: number) => at >= 0 && at < length
			: (at: number) => at >= 0 && positions.indexOf(at) >= 0 && positions.indexOf(at) < length;
	return {
		kind: "covered",
		rule,
		open: analysis.needs.length === 0 ? analysis.needs : analysis.needs.filter((need) => !named(need.at)),
		named,
	};
}

/** INVARIANT: words are compared whole, position by position, after quote removal. */
function matches(words: readonly Argument[], pattern: readonly string[], positions: readonly number[] | null): boolean {
	const length = positions === null ? words.length : positions.length;
	if (pattern.length > length) return false;
	for (let at = 0; at < pattern.length; at++) {
		if (words[positions === null ? at : (positions[at] ?? -1)]?.text !== pattern[at]) return false;
	}
	return true;
}

/** A word that is not known stands where the rule wants one. */
function maybe(words: readonly Argument[], pattern: readonly string[], essential: readonly number[] | null): Cover {
	for (let at = 0; at < pattern.length; at++) {
		const argument = words[essential === null ? at : (essential[at] ?? -1)];
		if (argument === undefined) return NONE;
		if (argument.text === null) return MAYBE;
		if (argument.text !== pattern[at]) return NONE;
	}
	return NONE;
}

const NONE: Cover = { kind: "none" };
const MAYBE: Cover = { kind: "maybe" };

function always(): boolean {
	return true;
}
