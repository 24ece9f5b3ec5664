import { findProgram, type ProgramTable } from "../programs/index.ts";
import { type CommandPattern, fitsPieces, formsOf, type WordForm } from "../rules/index.ts";
import type { Analysis } from "./analysis.ts";
import { type Argument, baseName, staticArgument } from "./argument.ts";
import { type CommandRule, directoriesOf, type PatternSet, wildRules } from "./command-policy.ts";
import { findForm } from "./find-form.ts";
import { rememberOutlines, rememberRules } from "./memory.ts";
import { parseWords } from "./parse-words.ts";

/** A command as a forbidding rule sees it: what it names, in order, and its options in any order. */
interface Outline {
	/** Subcommands and operands; `null` = not known. */
	readonly names: readonly (string | null)[];
	readonly options: ReadonlySet<string>;
	/** A word that is not known may be any option or operand. */
	readonly open: boolean;
	/** Its operands count wherever they stand. */
	readonly anyOrder: boolean;
}

/** The first rule of a set that forbids (or asks for) the command: `certain` when proven, else depending on unknown words. */
export function forbiddingRule(analysis: Analysis, set: PatternSet): { readonly rule: string; readonly certain: boolean } | null {
	if (set.any !== null) return { rule: set.any, certain: true };
	if (set.byProgram.size === 0) return null;
	let possible: string | null = null;
	for (const { words, rules, certain } of spellings(analysis, set)) {
		const table = findProgram(programOf(words));
		const outlines = outlinesOf(words, table);
		for (const { rule, pattern } of rules) {
			if (pattern.forms !== undefined) {
				const answer = starsAgainst(words, table, outlines, pattern);
				if (answer === "yes" && certain) return { rule, certain: true };
				if (answer !== "no") possible ??= rule;
				continue;
			}
			const wanted = outlineOf(pattern, table);
			for (const outline of outlines) {
				const answer = wanted === undefined ? "yes" : fits(outline, wanted, pattern.prefix);
				if (answer === "yes" && certain) return { rule, certain: true };
				if (answer !== "no") possible ??= rule;
			}
		}
	}
	return possible === null ? null : { rule: possible, certain: false };
}

/** What a rule without stars wants. */
const outlineOf: (pattern: CommandPattern, table: ProgramTable | undefined) => Outline | undefined = rememberOutlines((pattern, table) => {
	const [outline] = outlinesOf(
		pattern.words.map((word) => staticArgument(word)),
		table,
	);
	return outline;
});

/** A rule with stars: its literal options count in any order and spelling, as those of other rules do. */
function starsAgainst(
	words: readonly Argument[],
	table: ProgramTable | undefined,
	outlines: readonly Outline[],
	pattern: CommandPattern,
): "yes" | "maybe" | "no" {
	const literal = pattern.words.filter((word, at) => at > 0 && word.startsWith("-") && pattern.forms?.[at] === "literal");
	const wanted =
		literal.length === 0
			? undefined
			: outlinesOf([words[0] ?? staticArgument(""), ...literal.map((word) => staticArgument(word))], table)[0];
	let best: "maybe" | "no" = "no";
	for (const { options, names } of outlines) {
		const missing = new Set([...(wanted?.options ?? [])].filter((option) => !holdsOption(options, option)));
		const answer = forbidsByStars({ words, names, options, missing }, pattern);
		if (answer === "yes") return "yes";
		if (answer === "maybe") best = "maybe";
	}
	return best;
}

/** An abbreviation that the table could not resolve still counts: `--har` for `--hard`. */
function holdsOption(options: ReadonlySet<string>, option: string): boolean {
	if (options.has(option)) return true;
	return option.startsWith("--") && [...options].some((given) => given.length > 3 && given.startsWith("--") && option.startsWith(given));
}

interface Spelling {
	readonly words: readonly Argument[];
	readonly rules: readonly CommandRule[];
	readonly certain: boolean;
}

/** The command under every name that it has, with the rules for that name. */
function spellings({ program, words }: Analysis, set: PatternSet): readonly Spelling[] {
	const { byProgram } = set;
	const found: Spelling[] = [];
	const add = (name: string, list: readonly Argument[], certain: boolean): void => {
		const rules = byProgram.get(name);
		if (rules !== undefined) found.push({ words: list, rules, certain });
	};
	const written = words[0]?.text ?? "";
	add(program, words, true);
	if (written !== program) add(written, words, true);
	for (const directory of directoriesOf(written)) add(directory, words, true);
	// SECURITY: some disks do not tell `GIT` from `git`.
	const small = program.toLowerCase();
	if (small !== program) add(small, [staticArgument(small, written), ...words.slice(1)], true);
	// SECURITY: `git-push` is `git push`.
	const dash = small.indexOf("-");
	if (dash > 0 && byProgram.has(small.slice(0, dash))) {
		const split = [staticArgument(small.slice(0, dash), written), staticArgument(small.slice(dash + 1), written), ...words.slice(1)];
		add(small.slice(0, dash), split, true);
	}
	const wild = wildRules(set);
	if (wild.length > 0) {
		for (const name of new Set([written, program, small])) {
			const own = wild.filter(({ pattern }) => startsLike(name, pattern));
			if (own.length > 0) found.push({ words: [staticArgument(name, written), ...words.slice(1)], rules: own, certain: true });
		}
	}
	// Other names of the same program (`gmake`): perhaps the author of the rule meant only one of them.
	for (const name of findProgram(program)?.names ?? []) if (name !== program && name !== written) add(name, words, false);
	return found;
}

/** A star in the program's place may reach into the words behind it: `*sudo*`, `mkfs*`. */
function startsLike(name: string, { forms }: CommandPattern): boolean {
	const first = forms?.[0];
	return typeof first !== "object" || name.startsWith(first[0] ?? "");
}

function programOf(words: readonly Argument[]): string {
	return baseName(words[0]?.text ?? "");
}

/** The command as it is written, and once more under the other name of its form (`npm i` is `npm install`). */
function outlinesOf(words: readonly Argument[], table: ProgramTable | undefined): readonly Outline[] {
	if (table === undefined) return [plainOutline(words)];
	const found = findForm(words, table);
	const parsed = parseWords(
		words,
		found.from,
		found.form,
		found.form.launcher === undefined ? found.reading : { ...found.reading, style: "posix" },
	);
	const steps = found.steps.map(({ at }) => words[at]?.text ?? null);
	const operands = parsed.operands.map((operand) => operand.argument.text);
	const options = new Set(
		[...found.globals, ...parsed.options].flatMap((option) => [
			option.name,
			...(option.row?.names ?? []),
			...joined(words[option.at], option.values.length),
		]),
	);
	const open = found.unclear.length > 0 || parsed.unclear.length > 0 || parsed.shifting.length > 0;
	const names = [...steps, ...operands];
	const anyOrder = found.steps.length === 0 && TARGETS_IN_ANY_ORDER.has(programOf(words));
	const outlines: Outline[] = [{ names, options, open, anyOrder }];
	const alias = found.form.aliasOf;
	if (alias !== undefined) outlines.push({ names: [...alias.split(" "), ...operands], options, open, anyOrder });
	for (const same of sameEffects(programOf(words), names)) outlines.push({ names: same, options, open, anyOrder });
	return outlines;
}

/** Programs whose operands are targets, each of which runs wherever it stands. */
const TARGETS_IN_ANY_ORDER = new Set(
	"make gmake gnumake bmake nmake ninja rake gradle gradlew mvn mvnw ant just task invoke grunt gulp npm-run-all run-s run-p".split(" "),
);

/** Subcommands that do what others are known for, under another name; several are separated by blanks. */
const SAME_EFFECT: Readonly<Record<string, string>> = {
	"git send-pack": "push",
	"git http-push": "push",
	"git subtree push": "push",
	"git lfs push": "push",
	"git svn dcommit": "push",
	"git fetch-pack": "fetch",
	"git http-fetch": "fetch",
	"git commit-tree": "commit",
	"git checkout-index": "checkout",
	// They install and then test.
	"npm install-test": "install",
	"npm it": "install",
	"npm install-ci-test": "ci install",
	"npm clean-install-test": "ci install",
	"npm cit": "ci install",
	"npm sit": "ci install",
};

const GIT_CONFIG_VERBS = new Set(["list", "get", "set", "unset", "rename-section", "remove-section", "edit"]);

function sameEffects(program: string, names: readonly (string | null)[]): readonly (readonly (string | null)[])[] {
	// The old spelling with a value is `git config set`.
	if (program === "git" && names[0] === "config" && names.length > 2 && !GIT_CONFIG_VERBS.has(names[1] ?? ""))
		return [["config", "set", ...names.slice(1)]];
	for (const length of [2, 1]) {
		const same = SAME_EFFECT[[program, ...names.slice(0, length)].join(" ")];
		if (same !== undefined) return same.split(" ").map((name) => [name, ...names.slice(length)]);
	}
	return [];
}

/** Without a table any option may take the next word as its value, so that word may or may not be a name. */
function plainOutline(words: readonly Argument[]): Outline {
	const names: (string | null)[] = [];
	const options = new Set<string>();
	for (const argument of words.slice(1)) {
		if (argument.text?.startsWith("-") === true) options.add(argument.text);
		else names.push(argument.text);
	}
	return { names, options, open: names.includes(null) || options.size > 0, anyOrder: TARGETS_IN_ANY_ORDER.has(programOf(words)) };
}

function joined(argument: Argument | undefined, values: number): readonly string[] {
	return values > 0 && argument?.text !== null && argument !== undefined ? [argument.text] : [];
}

function fits(outline: Outline, wanted: Outline, prefix: boolean): "yes" | "maybe" | "no" {
	let answer: "yes" | "maybe" = "yes";
	for (const option of wanted.options) {
		if (holdsOption(outline.options, option)) continue;
		if (!outline.open) return "no";
		answer = "maybe";
	}
	for (const [at, name] of wanted.names.entries()) {
		const given = outline.names[at];
		// `release:*` is meant for `release:perform` as well.
		if (prefix && at === wanted.names.length - 1 && name !== null && given?.startsWith(`${name}:`) === true) continue;
		if (given === name || (outline.anyOrder && prefix && outline.names.includes(name))) continue;
		if (outline.anyOrder && outline.names.includes(null)) {
			answer = "maybe";
			continue;
		}
		if (given === undefined && !outline.open) return "no";
		if (given !== null && given !== undefined && !(outline.open && outline.names.includes(name))) return "no";
		answer = "maybe";
	}
	if (prefix) return answer;
	return outline.names.length === wanted.names.length && outline.options.size <= wanted.options.size ? answer : "no";
}

/** Words of a command that a forbidding rule with stars is held against, under one name of the program. */
interface Spelled {
	readonly words: readonly Argument[];
	/** Its subcommands and operands without what belongs to options; `null` = not known. */
	readonly names: readonly (string | null)[];
	/** Its options under every name that they have. */
	readonly options: ReadonlySet<string>;
	/** The literal options of the rule that the command does not have. */
	readonly missing: ReadonlySet<string>;
}

/**
 * Whether a rule with stars forbids a command. Both readings count, so that it is never weaker than it was meant: the text as a
 * whole, in which a star is any characters as in Claude Code, and the words in order with the options wherever they stand.
 */
function forbidsByStars({ words, names, options, missing }: Spelled, pattern: CommandPattern): "yes" | "maybe" | "no" {
	const [program, ...rest] = words;
	// The same program under another path is the same program.
	const called = formsOf(pattern)[0] === "literal" ? (pattern.words[0] ?? "") : (program?.text ?? "");
	const texts = [rest.map(({ text, source }) => text ?? source), rest.map(({ source }) => source)].map((list) =>
		[called, ...list].join(" "),
	);
	const unknown = words.some(({ text }) => text === null);
	const globs = textGlobs(pattern);
	if (texts.some((text) => globs.some((pieces) => fitsPieces(text, pieces)))) return "yes";
	const given = [...options, ...rest.flatMap(({ text }) => (text?.startsWith("-") === true ? [text] : []))];
	const plain = rest.flatMap(({ text }) => (text === null || text.startsWith("-") ? [] : [text]));
	const known = names.flatMap((name) => name ?? []);
	if (missing.size === 0 && isProgram(called, pattern) && (wordsInOrder(known, given, pattern) || wordsInOrder(plain, given, pattern)))
		return "yes";
	if (!unknown) return "no";
	return leadsTo(words, pattern) ? "maybe" : "no";
}

/** The text that a pattern stands for, as pieces between stars; a star between words may stand for none. */
const textGlobs: (pattern: CommandPattern) => readonly (readonly string[])[] = rememberRules((pattern) => {
	const forms = formsOf(pattern);
	let globs: readonly string[][] = [[""]];
	const append = (list: readonly string[][], pieces: readonly string[]): string[][] =>
		list.map((glob) => [...glob.slice(0, -1), `${glob.at(-1) ?? ""}${pieces[0] ?? ""}`, ...pieces.slice(1)]);
	for (const [at, form] of forms.entries()) {
		const blank = at === 0 ? "" : " ";
		const word = pattern.words[at] ?? "";
		if (form === "words") {
			const some = append(globs, [blank, ""]);
			globs = globs.length < MOST_READINGS ? [...globs.map((glob) => [...glob]), ...some] : some;
			continue;
		}
		const [first = "", ...rest] = typeof form === "string" ? [word] : form;
		globs = append(globs, [blank + first, ...rest]);
	}
	if (!pattern.prefix) return globs;
	// `release:*` is meant for `release:perform` as well.
	return [...globs, ...append(globs, [" ", ""]), ...append(globs, [":", ""]), ...(endsWithStar(forms) ? append(globs, ["", ""]) : [])];
});

const MOST_READINGS = 16;

function endsWithStar(forms: readonly WordForm[]): boolean {
	const last = forms.at(-1);
	return typeof last === "object" && last.at(-1) === "";
}

/** Whether a star in the program's place stands for this one alone. */
function isProgram(name: string, pattern: CommandPattern): boolean {
	const [first] = formsOf(pattern);
	return typeof first !== "object" || fitsPieces(name, first);
}

/** The words that are not options, in order, with anything between them where a star is; the first right behind the program. */
function wordsInOrder(names: readonly string[], given: readonly string[], pattern: CommandPattern): boolean {
	const forms = formsOf(pattern);
	let at = 0;
	let gap = typeof forms[0] === "object" && forms[0].at(-1) === "";
	for (let index = 1; index < forms.length; index++) {
		const form = forms[index] ?? "literal";
		const word = pattern.words[index] ?? "";
		if (form === "words" || form === "as-written") {
			gap = true;
			continue;
		}
		if (word.startsWith("-")) {
			// Literal options were looked for by all of their names.
			if (typeof form === "object" && !given.some((option) => fitsPieces(option, form))) return false;
			continue;
		}
		const fits = (name: string): boolean => (typeof form === "object" ? fitsPieces(name, form) : name === word);
		const reaches = gap || (typeof form === "object" && form[0] === "");
		const found = reaches ? names.findIndex((name, place) => place >= at && fits(name)) : fits(names[at] ?? "\0") ? at : -1;
		if (found < 0) return false;
		at = found + 1;
		gap = typeof form === "object" && form.at(-1) === "";
	}
	return pattern.prefix || gap || at === names.length;
}

/** Whether the known beginning of a command is the beginning of the pattern: a word that is not known may be the rest. */
function leadsTo(words: readonly Argument[], pattern: CommandPattern): boolean {
	for (const [at, form] of formsOf(pattern).entries()) {
		const text = words[at]?.text;
		if (text === null || form === "words" || form === "as-written" || typeof form === "object") return true;
		if (text === undefined) return false;
		if (at > 0 && text !== pattern.words[at] && !text.startsWith("-")) return false;
	}
	return true;
}

/** Whether the words of a pattern may stand in a text, for words that a program may run out of sight. */
export function mentionsPattern(text: string, { words, forms }: CommandPattern, holds: (text: string, word: string) => boolean): boolean {
	return words.every((word, at) => {
		const form = forms?.[at] ?? "literal";
		if (form === "literal") return word.startsWith("-") || holds(text, word);
		return typeof form === "string" || form.every((piece) => text.includes(piece));
	});
}
