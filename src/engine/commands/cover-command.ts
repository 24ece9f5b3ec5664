import { findProgram } from "../programs/index.ts";
import { type Bindings, type CommandPattern, fitsWord, formsOf, holdsBindings, matchPattern, NO_BINDINGS } from "../rules/index.ts";
import type { Analysis, Need } from "./analysis.ts";
import { type Argument, staticArgument } from "./argument.ts";
import { type CommandRule, directoriesOf, type PatternSet, wildRules } from "./command-policy.ts";

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
			/** The positions that a rule with stars names; absent = `named` and `positions` tell. */
			readonly literal?: ReadonlySet<number>;
			/** By a bare `Bash`, which names nothing. */
			readonly bare: boolean;
			/** By a rule that holds only inside a sandbox. */
			readonly held: boolean;
	  }
	/** A rule may match, depending on a word that is not known. */
	| { readonly kind: "maybe" }
	| { readonly kind: "none" };

/** The rule of a set that covers a command best: the one that leaves the fewest needs open. */
export function coverCommand(analysis: Analysis, set: PatternSet, bindings: Bindings = NO_BINDINGS): Cover {
	if (set.any !== null)
		return { kind: "covered", rule: set.any, open: NO_NEEDS, named: EVERY_WORD, positions: null, bare: true, held: false };
	return coverByName(analysis, set, bindings);
}

/** Whether a rule of a set may speak of a program of this name. */
export function speaksOf(set: PatternSet, name: string): boolean {
	if (set.any !== null || [name, ...directoriesOf(name)].some((written) => set.byProgram.has(written))) return true;
	return wildRules(set).some(({ pattern }) =>
		fitsWord(staticArgument(name), pattern.words[0] ?? "", formsOf(pattern)[0] ?? "literal", true),
	);
}

/** The same without a bare `Bash`: the rules that name the program. */
export function coverByName(analysis: Analysis, set: PatternSet, bindings: Bindings = NO_BINDINGS): Cover {
	const name = analysis.words[0]?.text ?? "";
	const wild = wildRules(set);
	const best = bestOf(analysis, rulesFor(name, set) ?? [], bindings, NONE);
	return wild.length === 0 || (best.kind === "covered" && best.open.length === 0) ? best : bestOf(analysis, wild, bindings, best);
}

function bestOf(analysis: Analysis, candidates: readonly CommandRule[], bindings: Bindings, known: Cover): Cover {
	let best = known;
	for (const candidate of candidates) {
		if (!holdsBindings(candidate.pattern.bindings, bindings)) continue;
		const cover = coverByRule(analysis, candidate);
		if (cover.kind === "covered" && cover.open.length === 0) return cover;
		if (cover.kind === "covered" && (best.kind !== "covered" || cover.open.length < best.open.length)) best = cover;
		if (cover.kind === "maybe" && best.kind === "none") best = cover;
	}
	return best;
}

/** The rules that name a program: by its name as written, or by a directory that it lies below (`./scripts/`). */
function rulesFor(name: string, { byProgram }: PatternSet): readonly CommandRule[] | undefined {
	const own = byProgram.get(name);
	const directories = directoriesOf(name);
	if (directories.length === 0) return own;
	const below = directories.flatMap((directory) =>
		(byProgram.get(directory) ?? []).map((rule) => ({
			...rule,
			pattern: { ...rule.pattern, words: [name, ...rule.pattern.words.slice(1)] },
		})),
	);
	return below.length === 0 ? own : [...(own ?? []), ...below];
}

/**
 * The rules of a set whose words reach past a launcher to the program that it starts, as rules for the inner command.
 * SECURITY: `npx tsc:*` says nothing about `npx id`, whatever else allows `id` (test/decide/installed-program.test.ts).
 */
export function innerRules(analysis: Analysis, set: PatternSet, at: number): readonly CommandRule[] {
	if (at < 1) return [];
	const name = analysis.words[0]?.text ?? "";
	const essential = analysis.essential?.indexOf(at) ?? -1;
	return (set.byProgram.get(name) ?? []).flatMap(({ pattern, ...named }) => {
		const { forms } = pattern;
		for (const [length, positions] of [
			[at, null],
			[essential, analysis.essential],
		] as const) {
			if (
				length < 1 ||
				pattern.words[length] !== analysis.words[at]?.text ||
				!matches(analysis.words, pattern.words.slice(0, length), positions)
			)
				continue;
			// What a star reaches inside of a launcher is not a command that a person named.
			if (forms?.slice(0, length + 1).some((form) => form !== "literal")) continue;
			return [
				{
					...named,
					pattern: { ...pattern, words: pattern.words.slice(length), ...(forms === undefined ? {} : { forms: forms.slice(length) }) },
				},
			];
		}
		return [];
	});
}

function coverByRule(analysis: Analysis, { rule, pattern, when }: CommandRule): Cover {
	const { words } = analysis;
	if (pattern.forms !== undefined) return coverByStars(analysis, rule, pattern, when === "confined");
	if (!pattern.prefix && words.length === pattern.words.length && matches(words, pattern.words, null)) {
		return { kind: "covered", rule, open: NO_NEEDS, named: EVERY_WORD, positions: null, bare: false, held: when === "confined" };
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
		held: when === "confined",
	};
	return analysis.needs.length === 0 ? cover : { ...cover, open: openNeeds(analysis, cover, when === "confined") };
}

/** A rule with stars names its literal words alone, so that no star covers what `:*` does not. */
function coverByStars(analysis: Analysis, rule: string, pattern: CommandPattern, confined: boolean): Cover {
	const { words, essential, needs } = analysis;
	const needed = new Set(needs.map(({ at }) => at));
	let literal = matchPattern(words, pattern, needed);
	if (!(literal instanceof Set) && essential !== null) {
		const places = new Map(essential.map((at, index) => [at, index] as const));
		const there = new Set([...needed].flatMap((at) => places.get(at) ?? []));
		const found = matchPattern(
			essential.flatMap((at) => words[at] ?? []),
			pattern,
			there,
		);
		literal = found instanceof Set ? new Set([...found].flatMap((index) => essential[index] ?? [])) : (literal ?? found);
	}
	if (literal === null) return NONE;
	if (literal === "maybe") return MAYBE;
	const cover: Cover = { kind: "covered", rule, open: NO_NEEDS, named: 0, positions: null, literal, bare: false, held: confined };
	return needs.length === 0 ? cover : { ...cover, open: openNeeds(analysis, cover, confined) };
}

/** What a rule leaves open. One that holds only inside a sandbox leaves the code of interpreters to the sandbox. */
function openNeeds({ needs, runsCode, program, words }: Analysis, cover: Cover, confined: boolean): readonly Need[] {
	// A program of the project itself is code too, and nobody knows what its words mean.
	const unknown = (words[0]?.text ?? "").includes("/") && findProgram(program) === undefined;
	const isCode = runsCode || unknown;
	const anything = unknown || findProgram(program)?.interpreter !== undefined;
	const isHeld = (need: Need): boolean =>
		confined && (need.hides === "script" || need.hides === "input" || (isCode && (need.runs === true || need.at < 0 || anything)));
	return needs.filter((need) => !namesWord(cover, need.at) && !isHeld(need));
}

/** Whether the rule that covers a command names the word at a position. */
export function namesWord(cover: Cover, at: number): boolean {
	if (cover.kind !== "covered") return false;
	if (cover.literal !== undefined) return cover.literal.has(at);
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
