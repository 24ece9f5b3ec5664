import type { Analysis } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import { staticArgument } from "./argument.ts";
import { baseName } from "./base-name.ts";
import type { CommandRule, PatternSet } from "./command-policy.ts";
import { findForm } from "./find-form.ts";
import { parseWords } from "./parse-words.ts";
import type { ProgramTable } from "./program-table.ts";
import { findProgram } from "./programs/index.ts";

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
			const wanted = outlinesOf(
				pattern.words.map((word) => staticArgument(word)),
				table,
			)[0];
			for (const outline of outlines) {
				const answer = wanted === undefined ? "yes" : fits(outline, wanted, pattern.prefix);
				if (answer === "yes" && certain) return { rule, certain: true };
				if (answer !== "no") possible ??= rule;
			}
		}
	}
	return possible === null ? null : { rule: possible, certain: false };
}

interface Spelling {
	readonly words: readonly Argument[];
	readonly rules: readonly CommandRule[];
	readonly certain: boolean;
}

/** The command under every name that it has, with the rules for that name. */
function spellings({ program, words }: Analysis, { byProgram }: PatternSet): readonly Spelling[] {
	const found: Spelling[] = [];
	const add = (name: string, list: readonly Argument[], certain: boolean): void => {
		const rules = byProgram.get(name);
		if (rules !== undefined) found.push({ words: list, rules, certain });
	};
	const written = words[0]?.text ?? "";
	add(program, words, true);
	if (written !== program) add(written, words, true);
	// SECURITY: some disks do not tell `GIT` from `git`.
	const small = program.toLowerCase();
	if (small !== program) add(small, [staticArgument(small, written), ...words.slice(1)], true);
	// SECURITY: `git-push` is `git push`.
	const dash = small.indexOf("-");
	if (dash > 0 && byProgram.has(small.slice(0, dash))) {
		const split = [staticArgument(small.slice(0, dash), written), staticArgument(small.slice(dash + 1), written), ...words.slice(1)];
		add(small.slice(0, dash), split, true);
	}
	// Other names of the same program (`gmake`): perhaps another one in the eyes of whoever wrote the rule.
	for (const name of findProgram(program)?.names ?? []) if (name !== program && name !== written) add(name, words, false);
	return found;
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
	const open = found.unclear.length > 0 || parsed.unclear.length > 0;
	const names = [...steps, ...operands];
	const anyOrder = found.steps.length === 0 && TARGETS_IN_ANY_ORDER.has(programOf(words));
	const outlines: Outline[] = [{ names, options, open, anyOrder }];
	const alias = found.form.aliasOf;
	if (alias !== undefined) outlines.push({ names: [...alias.split(" "), ...operands], options, open, anyOrder });
	const same = sameEffect(programOf(words), names);
	if (same !== null) outlines.push({ names: same, options, open, anyOrder });
	return outlines;
}

/** Programs whose operands are targets, each of which runs wherever it stands. */
const TARGETS_IN_ANY_ORDER = new Set(
	"make gmake gnumake bmake nmake ninja rake gradle gradlew mvn mvnw ant just task invoke grunt gulp npm-run-all run-s run-p".split(" "),
);

/** Subcommands that do what another one is known for, under another name. */
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
};

function sameEffect(program: string, names: readonly (string | null)[]): readonly (string | null)[] | null {
	for (const length of [2, 1]) {
		const same = SAME_EFFECT[[program, ...names.slice(0, length)].join(" ")];
		if (same !== undefined) return [same, ...names.slice(length)];
	}
	return null;
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
		if (outline.options.has(option)) continue;
		// An abbreviation that the table could not resolve still counts: `--har` for `--hard`.
		if (
			option.startsWith("--") &&
			[...outline.options].some((given) => given.length > 3 && given.startsWith("--") && option.startsWith(given))
		)
			continue;
		if (!outline.open) return "no";
		answer = "maybe";
	}
	for (const [at, name] of wanted.names.entries()) {
		const given = outline.names[at];
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
