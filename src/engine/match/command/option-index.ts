import type { CommandForm, OptionRow } from "./program-table.ts";

/** The option rows of one form, ready to be looked up. */
export interface OptionIndex {
	/** The row for a spelling, abbreviations included when the form has them; `null` = an ordinary flag nobody listed. */
	find(name: string, abbreviations: boolean): OptionRow | null;
	/** A row whose name is the beginning of the word (`-javaagent:x`). */
	findPrefix(word: string): { readonly row: OptionRow; readonly name: string } | null;
	/** No option runs, loads, redirects, changes or writes anything: words that are not known can do no harm. */
	readonly harmless: boolean;
}

const indexes = new WeakMap<CommandForm, OptionIndex>();

export function optionIndex(form: CommandForm): OptionIndex {
	const known = indexes.get(form);
	if (known !== undefined) return known;
	const made = makeIndex(form.options ?? []);
	indexes.set(form, made);
	return made;
}

function makeIndex(rows: readonly OptionRow[]): OptionIndex {
	const exact = new Map<string, OptionRow>();
	const prefixes: { row: OptionRow; name: string }[] = [];
	for (const row of rows) {
		for (const name of row.names) {
			if (row.prefix === true) prefixes.push({ row, name });
			// INVARIANT: of two rows with one spelling the dangerous one counts.
			else if (!exact.has(name) || isDangerous(row)) exact.set(name, row);
		}
	}
	const long = [...exact.keys()].filter((name) => name.startsWith("--"));
	return {
		find: (name, abbreviations) => {
			const row = exact.get(name);
			if (row !== undefined || !abbreviations || !name.startsWith("--") || name.length < 3) return row ?? null;
			const candidates = long.filter((candidate) => candidate.startsWith(name)).flatMap((candidate) => exact.get(candidate) ?? []);
			return candidates.find(isDangerous) ?? candidates[0] ?? null;
		},
		findPrefix: (word) => prefixes.find(({ name }) => word.startsWith(name)) ?? null,
		harmless: rows.every((row) => !isDangerous(row)),
	};
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
