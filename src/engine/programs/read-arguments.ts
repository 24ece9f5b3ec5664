import { rememberRows } from "./memory.ts";
import type { OptionRow } from "./program-table.ts";

/** One option of a command, by the first name of its row. */
export interface ReadOption {
	/** First name of the row, or the option as written when no row knows it. */
	readonly name: string;
	/** `null`: a value that is not static; `undefined`: no value. */
	readonly value: string | null | undefined;
	/** The word that holds the option, as written. */
	readonly word: string;
	/** Which word that is. */
	readonly at: number;
}

/** The words of one command taken apart by the rows of its program. */
export interface ReadArguments {
	readonly options: readonly ReadOption[];
	readonly operands: readonly (string | null)[];
	/** How many operands stand before `--`; `undefined` = there is none. */
	readonly ended?: number;
	/** A word that is not static stands where an option could. */
	readonly uncertain: boolean;
}

/**
 * Takes words apart as GNU getopt does: clusters, joined values, abbreviated long options, `--`. With `posix`, options end
 * at the first operand; with `pairs`, two letters may be one option and `=` may stand before its value (zip). A word that is not static counts as an operand and makes the whole `uncertain`.
 */
export function readArguments(
	words: readonly (string | null)[],
	rows: readonly OptionRow[],
	style: "gnu" | "posix" | "pairs" = "gnu",
): ReadArguments {
	const index = indexRows(rows);
	const options: ReadOption[] = [];
	const operands: (string | null)[] = [];
	let uncertain = false;
	let ended: number | undefined;
	let at = 0;
	while (at < words.length) {
		const place = at;
		const word = words[at++] ?? null;
		if (word === "--") {
			ended = operands.length;
			operands.push(...words.slice(at));
			break;
		}
		if (word === null || word === "-" || !word.startsWith("-")) {
			uncertain ||= word === null;
			operands.push(word);
			if (style !== "posix") continue;
			operands.push(...words.slice(at));
			break;
		}
		const read = word.startsWith("--") ? readLong(word, index) : readCluster(word, index, style === "pairs");
		options.push(...read.options.map((option) => ({ ...option, word, at: place })));
		if (read.wants === undefined) continue;
		options.push({ name: read.wants, value: at < words.length ? (words[at] ?? null) : undefined, word, at: place });
		at++;
	}
	return { options, operands, uncertain, ...(ended === undefined ? {} : { ended }) };
}

/** The values of an option, in order; `null` = not static. */
export function valuesOf(read: ReadArguments, ...names: readonly string[]): readonly (string | null)[] {
	return read.options.flatMap((option) => (names.includes(option.name) && option.value !== undefined ? [option.value] : []));
}

/** Whether one of these options is given. */
export function has(read: ReadArguments, ...names: readonly string[]): boolean {
	return read.options.some((option) => names.includes(option.name));
}

interface RowIndex {
	readonly exact: ReadonlyMap<string, OptionRow>;
	readonly long: readonly (readonly [string, OptionRow])[];
}

interface ReadWord {
	readonly options: readonly Pick<ReadOption, "name" | "value">[];
	/** The option that takes the next word as its value. */
	readonly wants?: string;
}

const indexRows: (rows: readonly OptionRow[]) => RowIndex = rememberRows((rows) => {
	const pairs = rows.flatMap((row) => row.names.map((name) => [name, row] as const));
	return { exact: new Map(pairs), long: pairs.filter(([name]) => name.startsWith("--")) };
});

function readLong(word: string, index: RowIndex): ReadWord {
	const equals = word.indexOf("=");
	const name = equals < 0 ? word : word.slice(0, equals);
	const row = index.exact.get(name) ?? index.long.find(([long]) => long.startsWith(name))?.[1];
	const first = row?.names[0] ?? name;
	if (equals >= 0) return { options: [{ name: first, value: word.slice(equals + 1) }] };
	if (row?.value === "required") return { options: [], wants: first };
	return { options: [{ name: first, value: undefined }] };
}

function readCluster(word: string, index: RowIndex, pairs: boolean): ReadWord {
	const whole = word.length > 2 ? index.exact.get(word) : undefined;
	if (whole !== undefined && whole.value === undefined) return { options: [{ name: whole.names[0] ?? word, value: undefined }] };
	const options: Pick<ReadOption, "name" | "value">[] = [];
	// SECURITY: a letter that comes again says nothing more, and there may be 60,000 (test/decide/bad-input.test.ts).
	const given = new Set<string>();
	for (let at = 1; at < word.length; ) {
		const pair = `-${word.slice(at, at + 2)}`;
		const spelling = pairs && index.exact.has(pair) ? pair : `-${word[at]}`;
		const row = index.exact.get(spelling);
		const name = row?.names[0] ?? spelling;
		at += spelling.length - 1;
		if (row?.value === undefined || row.value === "none") {
			if (!given.has(name)) options.push({ name, value: undefined });
			given.add(name);
			continue;
		}
		const rest = word.slice(at);
		if (rest === "" && row.value === "required") return { options, wants: name };
		options.push({ name, value: rest === "" ? undefined : pairs ? rest.replace(/^=/, "") : rest });
		break;
	}
	return { options };
}
