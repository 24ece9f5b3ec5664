import { memo, memoOf, memoWhile } from "../../memory/index.ts";
import type { CommandForm, ProgramTable } from "../programs/index.ts";
import type { CommandPattern } from "../rules/index.ts";

/** The same function of a form: the tables of programs never change. */
export function rememberForms<Form extends CommandForm, Made>(make: (form: Form) => Made): (form: Form) => Made {
	return memoOf(make);
}

/** The same function of a set of rules, or of one rule: they are compiled once and asked again and again. */
export function rememberRules<Rules extends WeakKey, Made>(make: (rules: Rules) => Made): (rules: Rules) => Made {
	return memoOf(make);
}

type Table = ProgramTable | undefined;

/** The same function of a rule, for the program that it was held against last. */
export function rememberOutlines<Made>(
	make: (pattern: CommandPattern, table: Table) => Made,
): (pattern: CommandPattern, table: Table) => Made {
	const remembered = memoWhile(
		(made: { readonly table: Table; readonly outline: Made }, table: Table) => made.table === table,
		(pattern: CommandPattern, table) => ({ table, outline: make(pattern, table) }),
	);
	return (pattern, table) => remembered(pattern, table).outline;
}

/** More than the tables of programs hold. */
const MOST_EXPRESSIONS = 1_000;

/** The same function of a regular expression that a table gives. */
export function rememberExpressions(make: (pattern: string) => RegExp): (pattern: string) => RegExp {
	return memo(MOST_EXPRESSIONS, make);
}
