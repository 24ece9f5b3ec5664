import type { CommandForm, OptionRow, OptionStyle } from "../programs/index.ts";
import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { rememberForms } from "./memory.ts";

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
	/** Values of options that may become several words, or none: what stands behind is then something else. */
	readonly shifting: readonly ParsedOperand[];
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
	readonly shifting: ParsedOperand[];
	stopped: number;
	at: number;
	/** Everything behind belongs to the program that a value names. */
	ended: boolean;
}

/** Sorts words into options and operands as the program would, from position `from` on. */
export function parseWords(words: readonly Argument[], from: number, form: CommandForm, reading: Reading): ParsedWords {
	const { style, stopAtOperand } = reading;
	const sorting: Sorting = { words, options: [], operands: [], unclear: [], shifting: [], stopped: -1, at: from, ended: false };
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
		if (argument.open && style !== "none") sorting.unclear.push({ argument, at, afterDashes: false });
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
	if (argument.pipe) return true;
	// `@file` holds further words, for compilers and their kin.
	if (argument.found !== null) return !argument.found.some((path) => /^[-@]/.test(path));
	if (text === "") return argument.text === "";
	// SECURITY: `-"$x"` may be any option (test/decide/shell.test.ts).
	if (text.charCodeAt(0) === DASH) return argument.text === "-";
	return !(style === "bundled" && first && /^[A-Za-z]+$/.test(text));
}

const DASH = 45;

/** A word that is an option, or may become one. */
function takeOption(sorting: Sorting, argument: Argument, index: OptionIndex, { style, abbreviations }: Reading): void {
	const { unclear, at } = sorting;
	// SECURITY: a file called `-oOUT` is an option to a program that is given `*` or `-*` (test/corpus/differential).
	if (argument.found !== null) {
		unclear.push({ argument, at, afterDashes: false });
		sorting.operands.push({ argument, at, afterDashes: false });
		return;
	}
	const text = argument.text ?? argument.lead;
	const isBare = argument.text === null && (text === "" || text === "-" || text === "+");
	if (isBare || (argument.text === null && argument.open)) {
		unclear.push({ argument, at, afterDashes: false });
		if (isBare) {
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
	// SECURITY: what follows the letters may be further letters (`sed -n"$x"`), or nothing, and then an option takes the next word for its
	// value (`awk -F"$x" program`): test/decide/shell.test.ts.
	const unknown = { argument, at: start, afterDashes: false };
	if (whole !== null) {
		if (argument.text === null) sorting.unclear.push(unknown);
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
					? dynamicArgument(argument.source, rest)
					: staticArgument(rest.replace(/^=/, ""), argument.source);
		if (rest === "" && argument.text === null) sorting.shifting.push(unknown);
		take(sorting, row, name, joined, start);
		return;
	}
	if (argument.text === null) sorting.unclear.push(unknown);
}

const NO_VALUES: readonly Argument[] = [];

/** One option with its values: what is joined to it, then following words. */
function take(sorting: Sorting, row: OptionRow | null, name: string, joined: Argument | null, start: number): void {
	const wanted = row?.value === "required" ? (row.values ?? 1) : 0;
	if (joined === null && wanted === 0) {
		sorting.options.push({ row, name, at: start, values: NO_VALUES });
	} else {
		const { words, shifting } = sorting;
		const values: Argument[] = joined === null ? [] : [joined];
		while (values.length < wanted && sorting.at + 1 < words.length) {
			const next = words[sorting.at + 1] ?? dynamicArgument("");
			// The word is an option of its own; where nobody knows it, it may be one.
			if (row?.dashless === true && (next.text ?? (next.lead || "-")).startsWith("-")) break;
			values.push(next);
			sorting.at++;
		}
		// SECURITY: an unquoted expansion may become a value and further options (`sort -k $K`).
		for (const value of values) if (value.open || value.found !== null) shifting.push({ argument: value, at: start, afterDashes: false });
		sorting.options.push({ row, name, at: start, values });
	}
	if (row?.delegates === true) sorting.ended = true;
}

/** What follows a joined option name in the same word. */
function valueAfter(argument: Argument, length: number): Argument {
	return argument.text === null
		? dynamicArgument(argument.source, argument.lead.slice(length))
		: staticArgument(argument.text.slice(length), argument.source);
}

/** The option rows of one form, ready to be looked up. */
interface OptionIndex {
	readonly exact: ReadonlyMap<string, OptionRow>;
	/** The names that may be abbreviated, by the first letter after `--`. */
	readonly long: ReadonlyMap<number, readonly string[]>;
	/** Rows whose name is only the beginning of the word (`-javaagent:x`). */
	readonly prefixes: readonly PrefixOption[];
	/** No option runs, loads, redirects, changes or writes anything: words that are not known can do no harm. */
	readonly harmless: boolean;
	/** No option does more than read a file. */
	readonly reading: boolean;
}

interface PrefixOption {
	readonly row: OptionRow;
	readonly name: string;
}

export const optionIndex: (form: CommandForm) => OptionIndex = rememberForms(makeIndex);

/** The row for a spelling, abbreviations included when the form has them; `null` = an ordinary flag nobody listed. */
function findOption({ exact, long }: OptionIndex, name: string, abbreviations: boolean): OptionRow | null {
	const row = exact.get(name);
	if (row !== undefined) return row;
	if (!abbreviations || name.length < 3 || !name.startsWith("--")) return null;
	let first: OptionRow | null = null;
	for (const candidate of long.get(name.charCodeAt(2)) ?? []) {
		if (!candidate.startsWith(name)) continue;
		const meant = exact.get(candidate);
		if (meant === undefined) continue;
		if (isDangerous(meant)) return meant;
		first ??= meant;
	}
	return first;
}

/** A row whose name is the beginning of the word. */
function findPrefix({ prefixes }: OptionIndex, word: string): PrefixOption | null {
	for (const option of prefixes) if (word.startsWith(option.name)) return option;
	return null;
}

function makeIndex({ options: rows = [], closedOptions }: CommandForm): OptionIndex {
	const open = closedOptions === undefined;
	const exact = new Map<string, OptionRow>();
	const prefixes: PrefixOption[] = [];
	for (const row of rows) {
		for (const name of row.names) {
			if (row.prefix === true) prefixes.push({ row, name });
			// INVARIANT: of two rows with one spelling the dangerous one counts.
			else if (!exact.has(name) || isDangerous(row)) exact.set(name, row);
		}
	}
	const long = Map.groupBy(
		[...exact.keys()].filter((name) => name.startsWith("--")),
		(name) => name.charCodeAt(2),
	);
	return { exact, long, prefixes, harmless: open && rows.every(isPlain), reading: open && rows.every((row) => !isDangerous(row)) };
}

/** It neither reads nor does anything else that matters. */
function isPlain(row: OptionRow): boolean {
	return (
		!isDangerous(row) && (row.is === undefined || row.is === "data") && row.operandsBecome === undefined && row.delegates === undefined
	);
}

function isDangerous(row: OptionRow): boolean {
	return (
		row.hazard !== undefined ||
		row.is === "write" ||
		row.is === "remove" ||
		row.is === "shell" ||
		row.is === "cwd" ||
		row.is === "inside" ||
		row.operandsBecome === "write"
	);
}
