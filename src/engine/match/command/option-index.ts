import { evenRow } from "./even-table.ts";
import type { CommandForm, OptionRow } from "./program-table.ts";

/** The option rows of one form, ready to be looked up. */
export interface OptionIndex {
	readonly exact: ReadonlyMap<string, OptionRow>;
	/** The names that may be abbreviated, by the first letter after `--`. */
	readonly long: ReadonlyMap<number, readonly string[]>;
	/** Rows whose name is only the beginning of the word (`-javaagent:x`). */
	readonly prefixes: readonly PrefixOption[];
	/** No option runs, loads, redirects, changes or writes anything: words that are not known can do no harm. */
	readonly harmless: boolean;
}

interface PrefixOption {
	readonly row: OptionRow;
	readonly name: string;
}

const indexes = new WeakMap<CommandForm, OptionIndex>();

export function optionIndex(form: CommandForm): OptionIndex {
	const known = indexes.get(form);
	if (known !== undefined) return known;
	const made = makeIndex((form.options ?? []).map(evenRow));
	indexes.set(form, made);
	return made;
}

/** The row for a spelling, abbreviations included when the form has them; `null` = an ordinary flag nobody listed. */
export function findOption({ exact, long }: OptionIndex, name: string, abbreviations: boolean): OptionRow | null {
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
export function findPrefix({ prefixes }: OptionIndex, word: string): PrefixOption | null {
	for (const option of prefixes) if (word.startsWith(option.name)) return option;
	return null;
}

function makeIndex(rows: readonly OptionRow[]): OptionIndex {
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
	return { exact, long, prefixes, harmless: rows.every((row) => !isDangerous(row)) };
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
