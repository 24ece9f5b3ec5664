import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { findOption, findPrefix, type OptionIndex, optionIndex } from "./option-index.ts";
import type { CommandForm, OptionRow, OptionStyle } from "./program-table.ts";

export interface ParsedOption {
	/** `null`: an option that the table does not list. */
	readonly row: OptionRow | null;
	/** As spelled: `-o`, `--output`. */
	readonly name: string;
	/** Position of the word in the argument list. */
	readonly at: number;
	readonly values: readonly Argument[];
}

export interface ParsedOperand {
	readonly argument: Argument;
	readonly at: number;
	/** It stands after `--`, so it cannot be an option. */
	readonly afterDashes: boolean;
}

export interface ParsedWords {
	readonly options: readonly ParsedOption[];
	readonly operands: readonly ParsedOperand[];
	/** Words that may turn out to be an option or an operand. */
	readonly unclear: readonly ParsedOperand[];
	/** Position of the first operand when options end there, else -1. */
	readonly stopped: number;
}

/** How the words of one form are read. */
export interface Reading {
	readonly style: OptionStyle;
	readonly abbreviations: boolean;
	/** Options end at the first operand: global options before a subcommand. */
	readonly stopAtOperand: boolean;
}

/** The words while they are sorted; in the end, what came of it. */
interface Sorting extends ParsedWords {
	readonly words: readonly Argument[];
	readonly options: ParsedOption[];
	readonly operands: ParsedOperand[];
	readonly unclear: ParsedOperand[];
	stopped: number;
	at: number;
	/** Everything behind belongs to the program that a value names. */
	ended: boolean;
}

/** Sorts words into options and operands as the program would, from position `from` on. */
export function parseWords(words: readonly Argument[], from: number, form: CommandForm, reading: Reading): ParsedWords {
	const { style, stopAtOperand } = reading;
	const sorting: Sorting = { words, options: [], operands: [], unclear: [], stopped: -1, at: from, ended: false };
	if (style === "none" && !stopAtOperand) {
		takeRest(sorting, false);
		return sorting;
	}
	const index = optionIndex(form);
	for (; sorting.at < words.length && !sorting.ended; sorting.at++) {
		const { at } = sorting;
		const argument = words[at];
		if (argument === undefined) break;
		if (style !== "none" && argument.text === "--") {
			sorting.at++;
			takeRest(sorting, true);
			break;
		}
		if (style !== "none" && !isOperand(argument, style, at === from)) {
			takeOption(sorting, argument, index, reading);
			continue;
		}
		if (argument.text === null && argument.splits && style !== "none") sorting.unclear.push({ argument, at, afterDashes: false });
		sorting.operands.push({ argument, at, afterDashes: false });
		if (!stopAtOperand && style !== "posix") continue;
		sorting.stopped = at;
		sorting.at++;
		if (!stopAtOperand) takeRest(sorting, true);
		break;
	}
	return sorting;
}

/** Every word from here on is what it is. */
function takeRest({ words, operands, at: from }: Sorting, afterDashes: boolean): void {
	for (let at = from; at < words.length; at++) operands.push({ argument: words[at] ?? dynamicArgument(""), at, afterDashes });
}

/** Whether a word is surely no option. */
function isOperand(argument: Argument, style: OptionStyle, first: boolean): boolean {
	const text = argument.text ?? argument.lead;
	if (text === "") return argument.text === "" || argument.pipe;
	if (argument.pipe) return true;
	if (text.charCodeAt(0) === DASH) return text.length === 1;
	return !(style === "bundled" && first && /^[A-Za-z]+$/.test(text));
}

const DASH = 45;

/** A word that is an option, or may become one. */
function takeOption(sorting: Sorting, argument: Argument, index: OptionIndex, { style, abbreviations }: Reading): void {
	const { unclear, at } = sorting;
	const text = argument.text ?? argument.lead;
	if (argument.text === null && (text === "" || argument.splits)) {
		unclear.push({ argument, at, afterDashes: false });
		if (text === "") {
			sorting.operands.push({ argument, at, afterDashes: false });
			return;
		}
	}
	const special = index.prefixes.length === 0 ? null : findPrefix(index, text);
	if (special !== null) {
		sorting.options.push({ row: special.row, name: special.name, at, values: [valueAfter(argument, special.name.length)] });
	} else if (text.charCodeAt(1) === DASH || style === "long-dash") {
		takeLong(sorting, argument, text, index, style === "long-dash", abbreviations);
	} else if (text.length > LONGEST_CLUSTER && (findOption(index, text.slice(0, 2), false)?.value ?? "none") === "none") {
		// SECURITY: nobody writes so many letters in one word, and each would have to be judged (bench/fuzz.ts).
		unclear.push({ argument, at, afterDashes: false });
	} else {
		takeCluster(sorting, argument, text, index);
	}
}

const LONGEST_CLUSTER = 64;

/** `--name`, `--name=value`, `--na`. */
function takeLong(sorting: Sorting, argument: Argument, text: string, index: OptionIndex, oneDash: boolean, abbreviations: boolean): void {
	const { at } = sorting;
	const equals = text.indexOf("=");
	const written = equals < 0 ? text : text.slice(0, equals);
	const name = oneDash ? `-${written.replace(/^-+/, "")}` : written;
	const row = findOption(index, name, abbreviations) ?? (oneDash ? findOption(index, `-${name}`, false) : null);
	if (equals < 0 && argument.text === null) sorting.unclear.push({ argument, at, afterDashes: false });
	take(sorting, row, row === null ? name : fullName(row, name), equals < 0 ? null : valueAfter(argument, equals + 1), at);
}

function fullName({ names }: OptionRow, name: string): string {
	for (const spelling of names) if (spelling.startsWith("--") && spelling.startsWith(name)) return spelling;
	return name;
}

/** `-xvf file`, `-ofile`: every letter is an option until one takes the rest as its value. */
function takeCluster(sorting: Sorting, argument: Argument, text: string, index: OptionIndex): void {
	const start = sorting.at;
	const letters = text.startsWith("-") || text.startsWith("+") ? text.slice(1) : text;
	const sign = text.startsWith("+") ? "+" : "-";
	const whole = letters.length > 1 ? findOption(index, sign + letters, false) : null;
	if (whole !== null) {
		take(sorting, whole, sign + letters, null, start);
		return;
	}
	for (let at = 0; at < letters.length; at++) {
		const name = sign + letters[at];
		const row = findOption(index, name, false);
		const value = row?.value ?? "none";
		if (value === "none") {
			take(sorting, row, name, null, start);
			continue;
		}
		const rest = letters.slice(at + 1);
		const joined =
			rest === "" && argument.text !== null
				? null
				: argument.text === null
					? dynamicArgument(argument.source, rest, false)
					: staticArgument(rest.replace(/^=/, ""), argument.source);
		take(sorting, row, name, joined, start);
		return;
	}
}

const NO_VALUES: readonly Argument[] = [];

/** One option with its values: what is joined to it, then following words. */
function take(sorting: Sorting, row: OptionRow | null, name: string, joined: Argument | null, start: number): void {
	const wanted = row?.value === "required" ? (row.values ?? 1) : 0;
	if (joined === null && wanted === 0) {
		sorting.options.push({ row, name, at: start, values: NO_VALUES });
	} else {
		const { words, unclear } = sorting;
		const values: Argument[] = joined === null ? [] : [joined];
		while (values.length < wanted && sorting.at + 1 < words.length) values.push(words[++sorting.at] ?? dynamicArgument(""));
		// SECURITY: an unquoted expansion may become a value and further options (`sort -k $K`).
		for (const value of values) if (value.text === null && value.splits) unclear.push({ argument: value, at: start, afterDashes: false });
		sorting.options.push({ row, name, at: start, values });
	}
	if (row?.delegates === true) sorting.ended = true;
}

/** What follows a joined option name in the same word. */
function valueAfter(argument: Argument, length: number): Argument {
	return argument.text === null
		? { ...argument, lead: argument.lead.slice(length), glob: null, splits: false }
		: staticArgument(argument.text.slice(length), argument.source);
}
