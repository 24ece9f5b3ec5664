import type { Hazard } from "./analyser.ts";
import type { CommandForm, OptionRow, ProgramTable, Role } from "./program-table.ts";

/**
 * Ordinary options, one text each, written as in a manual: all spellings, then `<value>` when a value must follow
 * (twice for two values) or `[value]` when it can only be joined. `"-n --max-count <number>"`, `"--color [when]"`, `"--stat"`.
 */
export function plain(...synopses: readonly string[]): readonly OptionRow[] {
	return synopses.map(spelling);
}

/** Options whose value is a file or directory that is read. */
export function reads(...synopses: readonly string[]): readonly OptionRow[] {
	return withRole("read", synopses);
}

/** An option whose value is a file or directory that is made or changed. */
export function writes(synopsis: string, why: string, reference?: string): OptionRow {
	const below = /[<[]directory[>\]]$/.test(synopsis) ? { below: true as const } : {};
	return { ...spelling(synopsis), is: "write", why, ...below, ...(reference === undefined ? {} : { reference }) };
}

/** An option that runs a program, or text as code. */
export function runs(synopsis: string, why: string, reference?: string): OptionRow {
	return dangerous("runs", synopsis, why, reference);
}

/** An option that loads code, a plug-in or configuration. */
export function loads(synopsis: string, why: string, reference?: string): OptionRow {
	return dangerous("loads", synopsis, why, reference);
}

/** An option that changes repository, host, credential, privilege or shell. */
export function redirects(synopsis: string, why: string, reference?: string): OptionRow {
	return dangerous("redirects", synopsis, why, reference);
}

/** An option that changes state which the plain form only reads, or that deletes. */
export function changes(synopsis: string, why: string, reference?: string): OptionRow {
	return dangerous("changes", synopsis, why, reference);
}

/** Options whose value is checked as this role and which are ordinary otherwise. */
export function withRole(role: Role, synopses: readonly string[]): readonly OptionRow[] {
	return synopses.map((synopsis) => ({ ...spelling(synopsis), is: role }));
}

/** A form that a rule must name: it is dangerous whatever its options are. */
export function named(hazard: Hazard, why: string, form: CommandForm = {}): CommandForm {
	return { ...form, hazard, why };
}

/** The same forms with more options: global options that are also accepted after the subcommand. A form's own rows win. */
export function everywhere(
	options: readonly OptionRow[],
	forms: Readonly<Record<string, CommandForm>>,
): Readonly<Record<string, CommandForm>> {
	const entries = Object.entries(forms).map(([name, form]) => [name, addOptions(options, form)] as const);
	return Object.fromEntries(entries);
}

/** The same rows without these names: for a subcommand in which a letter means something else. */
export function without(rows: readonly OptionRow[], ...names: readonly string[]): readonly OptionRow[] {
	return rows.flatMap((row) => {
		const kept = row.names.filter((name) => !names.includes(name));
		return kept.length === 0 ? [] : [{ ...row, names: kept }];
	});
}

/** The same rows with both spellings of long names: `--globalSetup` and `--global-setup` (yargs, cac). */
export function camelOrKebab(rows: readonly OptionRow[]): readonly OptionRow[] {
	return rows.map((row) => {
		const more = row.names
			.filter((name) => /^--.*[A-Z]/.test(name))
			.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
		return more.length === 0 ? row : { ...row, names: [...new Set([...row.names, ...more])] };
	});
}

/** Rows are put together when they are first looked at: most programs are never asked for, and the hook starts for every call. */
function addOptions(options: readonly OptionRow[], form: CommandForm): CommandForm {
	const subcommands = form.subcommands === undefined ? {} : { subcommands: everywhere(options, form.subcommands) };
	let all: readonly OptionRow[] | undefined;
	return {
		...form,
		...subcommands,
		get options() {
			all ??= joinRows(form.options ?? [], options);
			return all;
		},
	};
}

function joinRows(own: readonly OptionRow[], more: readonly OptionRow[]): readonly OptionRow[] {
	const taken = new Set(own.flatMap((row) => row.names));
	const added = more.flatMap((row) => {
		const names = row.names.filter((name) => !taken.has(name));
		return names.length === 0 ? [] : [names.length === row.names.length ? row : { ...row, names }];
	});
	return [...own, ...added];
}

function dangerous(hazard: Hazard, synopsis: string, why: string, reference: string | undefined): OptionRow {
	return { ...spelling(synopsis), hazard, why, ...(reference === undefined ? {} : { reference }) };
}

function spelling(synopsis: string): OptionRow {
	const words = synopsis.split(" ");
	const names = words.filter((word) => word.startsWith("-"));
	const values = words.length - names.length;
	if (values === 0) return { names };
	if (synopsis.endsWith("]")) return { names, value: "optional" };
	return { names, value: "required", ...(values === 1 ? {} : { values }) };
}

/** Global options that are also accepted after the subcommand. */
export function withGlobals(
	options: readonly OptionRow[],
	subcommands: Readonly<Record<string, CommandForm>>,
): Pick<ProgramTable, "options" | "subcommands"> {
	return { options, subcommands: everywhere(options, subcommands) };
}

/** Subcommands that change state, from one text of their names, all for the same reason. */
export function changingForms(names: string, why: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, named("changes", why, { operands: "data" })]));
}

/** Subcommands that only read, from one text of their names. */
export function readingForms(names: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, { operands: "data" }]));
}
