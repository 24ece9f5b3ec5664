import type { Analysis } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import { staticArgument } from "./argument.ts";
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
}

/** The first rule of a set that forbids (or asks for) the command: `certain` when proven, else depending on unknown words. */
export function forbiddingRule(analysis: Analysis, set: PatternSet): { readonly rule: string; readonly certain: boolean } | null {
	if (set.any !== null) return { rule: set.any, certain: true };
	if (set.byProgram.size === 0) return null;
	const rules = set.byProgram.get(analysis.program);
	const written = analysis.words[0]?.text ?? "";
	const byPath = written === analysis.program ? undefined : set.byProgram.get(written);
	if (rules === undefined && byPath === undefined) return null;
	const table = findProgram(analysis.program);
	const outlines = outlinesOf(analysis.words, table);
	let possible: string | null = null;
	for (const { rule, pattern } of [...(rules ?? []), ...(byPath ?? [])] as readonly CommandRule[]) {
		const wanted = outlinesOf(
			pattern.words.map((word) => staticArgument(word)),
			table,
		)[0];
		for (const outline of outlines) {
			const answer = wanted === undefined ? "yes" : fits(outline, wanted, pattern.prefix);
			if (answer === "yes") return { rule, certain: true };
			if (answer === "maybe") possible ??= rule;
		}
	}
	return possible === null ? null : { rule: possible, certain: false };
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
	const alias = found.form.aliasOf;
	return alias === undefined
		? [{ names, options, open }]
		: [
				{ names, options, open },
				{ names: [...alias.split(" "), ...operands], options, open },
			];
}

/** Without a table any option may take the next word as its value, so that word may or may not be a name. */
function plainOutline(words: readonly Argument[]): Outline {
	const names: (string | null)[] = [];
	const options = new Set<string>();
	for (const argument of words.slice(1)) {
		if (argument.text?.startsWith("-") === true) options.add(argument.text);
		else names.push(argument.text);
	}
	return { names, options, open: names.includes(null) || options.size > 0 };
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
		if (given === name) continue;
		if (given === undefined && !outline.open) return "no";
		if (given !== null && given !== undefined && !(outline.open && outline.names.includes(name))) return "no";
		answer = "maybe";
	}
	if (prefix) return answer;
	return outline.names.length === wanted.names.length && outline.options.size <= wanted.options.size ? answer : "no";
}
