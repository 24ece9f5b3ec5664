import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { type OptionIndex, optionIndex } from "./option-index.ts";
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

/** Sorts words into options and operands as the program would, from position `from` on. */
export function parseWords(words: readonly Argument[], from: number, form: CommandForm, reading: Reading): ParsedWords {
	const { style, abbreviations } = reading;
	if (style === "none" && !reading.stopAtOperand) return allOperands(words, from);
	const index = optionIndex(form);
	const options: ParsedOption[] = [];
	const operands: ParsedOperand[] = [];
	const unclear: ParsedOperand[] = [];
	let stopped = -1;
	let ended = false;
	let at = from;
	/** The values of an option: what is joined to it, then following words. */
	const take = (row: OptionRow | null, name: string, joined: Argument | null, start: number): void => {
		const values: Argument[] = joined === null ? [] : [joined];
		const wanted = row?.value === "required" ? (row.values ?? 1) : 0;
		while (values.length < wanted && at + 1 < words.length) values.push(words[++at] ?? dynamicArgument(""));
		// SECURITY: an unquoted expansion may become a value and further options (`sort -k $K`).
		for (const value of values) if (value.text === null && value.splits) unclear.push({ argument: value, at: start, afterDashes: false });
		options.push({ row, name, at: start, values });
		// Everything behind belongs to the program that the value names.
		if (row?.delegates === true) ended = true;
	};
	for (; at < words.length && !ended; at++) {
		const argument = words[at];
		if (argument === undefined) break;
		const start = at;
		const text = argument.text ?? argument.lead;
		if (style !== "none" && argument.text === "--") {
			for (at++; at < words.length; at++) operands.push({ argument: words[at] ?? dynamicArgument(""), at, afterDashes: true });
			break;
		}
		const plain = argument.text === "" || argument.pipe || text === "-" || (text !== "" && !isOption(text, style, start === from));
		if (style === "none" || plain) {
			if (argument.text === null && argument.splits && style !== "none") unclear.push({ argument, at, afterDashes: false });
			operands.push({ argument, at, afterDashes: false });
			if (reading.stopAtOperand || style === "posix") {
				stopped = at;
				if (!reading.stopAtOperand)
					for (at++; at < words.length; at++) operands.push({ argument: words[at] ?? dynamicArgument(""), at, afterDashes: true });
				break;
			}
			continue;
		}
		if (argument.text === null && (text === "" || argument.splits)) {
			unclear.push({ argument, at, afterDashes: false });
			if (text === "") operands.push({ argument, at, afterDashes: false });
			if (text === "") continue;
		}
		const special = index.findPrefix(text);
		if (special !== null) {
			options.push({ row: special.row, name: special.name, at: start, values: [valueAfter(argument, special.name.length)] });
		} else if (text.startsWith("--") || style === "long-dash") {
			const equals = text.indexOf("=");
			const written = equals < 0 ? text : text.slice(0, equals);
			const name = style === "long-dash" ? `-${written.replace(/^-+/, "")}` : written;
			const row = index.find(name, abbreviations) ?? (style === "long-dash" ? index.find(`-${name}`, false) : null);
			if (equals < 0 && argument.text === null) unclear.push({ argument, at, afterDashes: false });
			take(
				row,
				row?.names.find((spelling) => spelling.startsWith("--") && spelling.startsWith(name)) ?? name,
				equals < 0 ? null : valueAfter(argument, equals + 1),
				start,
			);
		} else if (text.length > LONGEST_CLUSTER && (index.find(text.slice(0, 2), false)?.value ?? "none") === "none") {
			// SECURITY: nobody writes so many letters in one word, and each would have to be judged (bench/fuzz.ts).
			unclear.push({ argument, at, afterDashes: false });
		} else {
			takeCluster(argument, text, index, start, take);
		}
	}
	return { options, operands, unclear, stopped };
}

const NOTHING: readonly never[] = [];

/** A program without options: every word is what it is. */
function allOperands(words: readonly Argument[], from: number): ParsedWords {
	const operands: ParsedOperand[] = [];
	for (let at = from; at < words.length; at++) operands.push({ argument: words[at] ?? dynamicArgument(""), at, afterDashes: false });
	return { options: NOTHING, operands, unclear: NOTHING, stopped: -1 };
}

const LONGEST_CLUSTER = 64;

/** `-xvf file`, `-ofile`: every letter is an option until one takes the rest as its value. */
function takeCluster(
	argument: Argument,
	text: string,
	index: OptionIndex,
	start: number,
	take: (row: OptionRow | null, name: string, joined: Argument | null, start: number) => void,
): void {
	const letters = text.startsWith("-") || text.startsWith("+") ? text.slice(1) : text;
	const sign = text.startsWith("+") ? "+" : "-";
	const whole = letters.length > 1 ? index.find(sign + letters, false) : null;
	if (whole !== null) {
		take(whole, sign + letters, null, start);
		return;
	}
	for (let at = 0; at < letters.length; at++) {
		const name = sign + letters[at];
		const row = index.find(name, false);
		const rest = letters.slice(at + 1);
		const value = row?.value ?? "none";
		if (value === "none") {
			take(row, name, null, start);
			continue;
		}
		const joined =
			rest === "" && argument.text !== null
				? null
				: argument.text === null
					? dynamicArgument(argument.source, rest, false)
					: staticArgument(rest.replace(/^=/, ""), argument.source);
		take(row, name, joined, start);
		return;
	}
}

function isOption(text: string, style: OptionStyle, first: boolean): boolean {
	if (text.startsWith("-")) return text.length > 1;
	if (style === "bundled" && first) return /^[A-Za-z]+$/.test(text);
	return false;
}

/** What follows a joined option name in the same word. */
function valueAfter(argument: Argument, length: number): Argument {
	return argument.text === null
		? { ...argument, lead: argument.lead.slice(length), glob: null, splits: false }
		: staticArgument(argument.text.slice(length), argument.source);
}
