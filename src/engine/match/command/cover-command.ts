import type { Analysis, Need } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import type { CommandRule, PatternSet } from "./command-policy.ts";

/** A bare `Bash`, or a rule that is the command word for word. */
const EVERY_WORD = Number.POSITIVE_INFINITY;

/** How far one set of rules covers a command. */
export type Cover =
	/** A rule matches; `open` are the needs it does not name, `named` how many words it does (of `positions`, else of all). */
	| {
			readonly kind: "covered";
			readonly rule: string;
			readonly open: readonly Need[];
			readonly named: number;
			readonly positions: readonly number[] | null;
			/** By a bare `Bash`, which names nothing. */
			readonly bare: boolean;
	  }
	/** A rule may match, depending on a word that is not known. */
	| { readonly kind: "maybe" }
	| { readonly kind: "none" };

/** The rule of a set that covers a command best: the one that leaves the fewest needs open. */
export function coverCommand(analysis: Analysis, set: PatternSet): Cover {
	if (set.any !== null) return { kind: "covered", rule: set.any, open: NO_NEEDS, named: EVERY_WORD, positions: null, bare: true };
	return coverByName(analysis, set);
}

/** The same without a bare `Bash`: the rules that name the program. */
export function coverByName(analysis: Analysis, set: PatternSet): Cover {
	const name = analysis.words[0]?.text ?? "";
	let best: Cover = NONE;
	const candidates = set.byProgram.get(name);
	if (candidates === undefined) return NONE;
	for (const candidate of candidates) {
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
		return { kind: "covered", rule, open: NO_NEEDS, named: EVERY_WORD, positions: null, bare: false };
	}
	const { essential } = analysis;
	const whole = matches(words, pattern.words, null);
	if (!pattern.prefix || (!whole && (essential === null || !matches(words, pattern.words, essential))))
		return maybe(words, pattern.words, essential);
	const cover: Cover = {
		kind: "covered",
		rule,
		open: NO_NEEDS,
		named: pattern.words.length,
		positions: whole ? null : essential,
		bare: false,
	};
	return analysis.needs.length === 0 ? cover : { ...cover, open: openNeeds(analysis, cover) };
}

function openNeeds({ needs }: Analysis, cover: Cover): readonly Need[] {
	return needs.filter((need) => !namesWord(cover, need.at));
}

/** Whether the rule that covers a command names the word at a position. */
export function namesWord(cover: Cover, at: number): boolean {
	if (cover.kind !== "covered") return false;
	if (cover.named === EVERY_WORD) return true;
	const place = cover.positions === null ? at : cover.positions.indexOf(at);
	return at >= 0 && place >= 0 && place < cover.named;
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
const NO_NEEDS: readonly Need[] = [];
