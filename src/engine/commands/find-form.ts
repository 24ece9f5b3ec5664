import type { CommandForm, ProgramTable } from "../programs/index.ts";
import type { Argument } from "./argument.ts";
import { rememberForms } from "./memory.ts";
import { type ParsedOperand, type ParsedOption, parseWords, type Reading } from "./parse-words.ts";

/** Which form of a program the words are, and what was read on the way to it. */
export interface FoundForm {
	readonly form: CommandForm;
	readonly reading: Reading;
	/** Position of the first word that belongs to the form. */
	readonly from: number;
	/** Global options before the subcommand. */
	readonly globals: readonly ParsedOption[];
	readonly unclear: readonly ParsedOperand[];
	/** Positions of the subcommand words, with the forms they lead to. */
	readonly steps: readonly { readonly at: number; readonly form: CommandForm | null }[];
	/** A subcommand that is not in a closed table, or not static. */
	readonly strange: { readonly at: number; readonly argument: Argument } | null;
}

/** Follows subcommands (`git stash list`) to the form that the words are. */
export function findForm(words: readonly Argument[], table: ProgramTable): FoundForm {
	const { alone, bySubcommand } = plainForms(table);
	if (table.subcommands === undefined) return alone;
	return bySubcommand.get(words[1]?.text ?? "") ?? followSubcommands(words, table);
}

/** What need not be searched for: a program without subcommands, and a plain subcommand right behind the program. */
interface PlainForms {
	readonly alone: FoundForm;
	readonly bySubcommand: ReadonlyMap<string, FoundForm>;
}

const NOTHING: readonly never[] = [];
const plainForms: (table: ProgramTable) => PlainForms = rememberForms((table) => ({
	alone: foundForm(table, table, NOTHING),
	bySubcommand: plainSubcommands(table),
}));

function plainSubcommands(table: ProgramTable): ReadonlyMap<string, FoundForm> {
	const found = new Map<string, FoundForm>();
	// The first word may be a cluster of options there.
	if (table.style === "bundled") return found;
	for (const [name, form] of Object.entries(table.subcommands ?? {}))
		if (name !== "" && !name.startsWith("-") && form.subcommands === undefined) found.set(name, foundForm(table, form, [{ at: 1, form }]));
	return found;
}

function foundForm(table: ProgramTable, form: CommandForm, steps: FoundForm["steps"]): FoundForm {
	const reading = { style: form.style ?? table.style ?? "gnu", abbreviations: table.abbreviations ?? true, stopAtOperand: false };
	return { form, reading, from: steps.length + 1, globals: NOTHING, unclear: NOTHING, steps, strange: null };
}

function followSubcommands(words: readonly Argument[], table: ProgramTable): FoundForm {
	let style = table.style ?? "gnu";
	const abbreviations = table.abbreviations ?? true;
	const globals: ParsedOption[] = [];
	const unclear: ParsedOperand[] = [];
	const steps: { at: number; form: CommandForm | null }[] = [];
	let form: CommandForm = table;
	let from = 1;
	const reading = (): Reading => ({ style, abbreviations, stopAtOperand: false });
	while (form.subcommands !== undefined) {
		const parsed = parseWords(words, from, form, { style, abbreviations, stopAtOperand: true });
		const at = parsed.stopped >= 0 ? parsed.stopped : (parsed.operands[0]?.at ?? -1);
		const argument = at < 0 ? undefined : words[at];
		if (argument === undefined) break;
		const next =
			argument.text === null || !Object.hasOwn(form.subcommands, argument.text) ? null : (form.subcommands[argument.text] ?? null);
		if (next === null) {
			const strange = argument.text === null || (form === table && table.closed === true) ? { at, argument } : null;
			if (form !== table && strange === null) break;
			globals.push(...parsed.options);
			return {
				form: {},
				reading: reading(),
				from: at + 1,
				globals,
				unclear: [...unclear, ...parsed.unclear, ...parsed.shifting],
				steps: [...steps, { at, form: null }],
				strange,
			};
		}
		globals.push(...parsed.options);
		// SECURITY: a global option whose value is empty takes the subcommand for it (`kubectl -n"$x" get delete`).
		unclear.push(...parsed.unclear, ...parsed.shifting);
		steps.push({ at, form: next });
		form = next;
		style = next.style ?? style;
		from = at + 1;
	}
	return { form, reading: reading(), from, globals, unclear, steps, strange: null };
}
