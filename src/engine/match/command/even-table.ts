import type { CommandForm, OptionRow, ProgramTable } from "./program-table.ts";

/**
 * The same table with every member in place, absent ones as `undefined`. People write only what a program needs, which
 * makes objects of a hundred shapes; code that always meets one shape reads it several times faster.
 */
export function evenTable(table: ProgramTable): ProgramTable {
	const { names, abbreviations, closed, interpreter } = table;
	return { ...evenForm(table), names, abbreviations, closed, interpreter };
}

function evenForm(form: CommandForm): CommandForm {
	const { options, operands, hazard, why, reference, recursive, defaultOperand } = form;
	const { analyser, analysesWords, assignments, style, launcher, aliasOf } = form;
	const subcommands = form.subcommands === undefined ? undefined : evenForms(form.subcommands);
	return {
		options,
		operands,
		hazard,
		why,
		reference,
		recursive,
		defaultOperand,
		subcommands,
		analyser,
		analysesWords,
		assignments,
		style,
		launcher,
		aliasOf,
	};
}

function evenForms(forms: Readonly<Record<string, CommandForm>>): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, evenForm(form)]));
}

/** The same for one option. */
export function evenRow(row: OptionRow): OptionRow {
	const { names, value, values, hazard, is, except, unless, prefix, operandsBecome, delegates, replacesFirst, why, reference } = row;
	return { names, value, values, hazard, is, except, unless, prefix, operandsBecome, delegates, replacesFirst, why, reference };
}
