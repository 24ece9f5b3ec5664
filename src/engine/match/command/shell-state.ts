import type { Function as FunctionNode } from "unbash";

/** What is known of the shell at one point of the text. Values are replaced, never changed in place. */
export interface ShellState {
	/** Where the shell may stand: more than one after a `cd` that can fail; `null` = not known. */
	readonly directories: readonly string[] | null;
	/** Where the last `cd` came from, for `cd -`; `null` = not known. */
	readonly previous: readonly string[] | null;
	/** Values of variables; `null` = assigned, but not known. Absent = never assigned here. */
	readonly variables: ReadonlyMap<string, string | null>;
	/** Variables that surely hold a number. */
	readonly numbers: ReadonlySet<string>;
	readonly functions: ReadonlyMap<string, KnownFunction>;
	/** `set -e`: a failed command ends the script. */
	readonly stopsOnError: boolean;
	/** What arrives on standard input; `null` = not known. Only kept for the command that it is given to. */
	readonly input: string | null;
}

/** A function that the text defines. */
export interface KnownFunction {
	readonly node: FunctionNode;
	readonly source: string;
	/** It is surely defined; otherwise its name may as well be that of a program. */
	readonly certain: boolean;
}

const MOST_DIRECTORIES = 4;

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
const NO_NAMES: ReadonlySet<string> = new Set();

/** The last one that was made: a policy asks for the same again and again. */
let first = { home: "", variables: new Map<string, string | null>([["HOME", ""]]) };

export function initialState(directory: string, home: string | null): ShellState {
	if (home !== null && home !== first.home) first = { home, variables: new Map([["HOME", home]]) };
	const variables = home === null ? NOTHING : first.variables;
	return { directories: [directory], previous: null, variables, numbers: NO_NAMES, functions: NOTHING, stopsOnError: false, input: null };
}

/**
 * More variables than a text that somebody wrote sets, and more functions than it defines. The values of more variables are not known.
 * SECURITY: every assignment copies them all (test/decide/doubtful-values.test.ts).
 */
export const MOST_NAMES = 64;

export function assignVariable(state: ShellState, name: string, value: string | null): ShellState {
	if (state.variables.size >= MOST_NAMES && !state.variables.has(name)) return state;
	const { directories, previous, functions, stopsOnError, input } = state;
	const variables = new Map(state.variables).set(name, value);
	const numbers = withNumber(state.numbers, name, value !== null && isInteger(value));
	// Written out, as every state that is made often: objects of one shape are read faster than copies by spreading.
	return { directories, previous, variables, numbers, functions, stopsOnError, input };
}

function isInteger(value: string): boolean {
	const first = value.charCodeAt(0);
	// Only what begins with a digit or a minus can be one.
	return (first === 45 || (first >= 48 && first <= 57)) && /^-?\d+$/.test(value);
}

function withNumber(numbers: ReadonlySet<string>, name: string, isNumber: boolean): ReadonlySet<string> {
	if (numbers.has(name) === isNumber) return numbers;
	const changed = new Set(numbers);
	if (isNumber) changed.add(name);
	else changed.delete(name);
	return changed;
}

/** The variable holds some number that is not known. */
export function assignNumber(state: ShellState, name: string): ShellState {
	const after = assignVariable(state, name, null);
	return after.variables.has(name) ? { ...after, numbers: withNumber(after.numbers, name, true) } : after;
}

/** The same shell with other input; nothing is known of what one command leaves for the next. */
export function withInput(state: ShellState, input: string | null): ShellState {
	if (state.input === input) return state;
	const { directories, previous, variables, numbers, functions, stopsOnError } = state;
	return { directories, previous, variables, numbers, functions, stopsOnError, input };
}

export function moveTo(state: ShellState, directories: readonly string[] | null): ShellState {
	return { ...state, directories };
}

/** What holds whichever of the two ways the shell went. */
export function mergeStates(left: ShellState, right: ShellState): ShellState {
	if (left === right) return left;
	const directories = mergeDirectories(left.directories, right.directories);
	const previous = mergeDirectories(left.previous, right.previous);
	const variables = mergeVariables(left.variables, right.variables);
	const numbers = mergeNumbers(left.numbers, right.numbers);
	const functions = mergeFunctions(left.functions, right.functions);
	const stopsOnError = left.stopsOnError && right.stopsOnError;
	const same =
		directories === left.directories &&
		previous === left.previous &&
		variables === left.variables &&
		numbers === left.numbers &&
		functions === left.functions &&
		stopsOnError === left.stopsOnError;
	return same ? left : { directories, previous, variables, numbers, functions, stopsOnError, input: null };
}

/** A variable keeps its value only when both have it; nothing is copied when the left side says the same already. */
function mergeVariables(left: ShellState["variables"], right: ShellState["variables"]): ShellState["variables"] {
	if (left === right) return left;
	let merged: Map<string, string | null> | null = null;
	for (const [name, value] of left) {
		if (value !== null && right.get(name) !== value) (merged ??= new Map(left)).set(name, null);
	}
	for (const name of right.keys()) if (!left.has(name)) (merged ??= new Map(left)).set(name, null);
	return merged ?? left;
}

/** SECURITY: a function that only one of them has hides no program (`false && id() { :; }; id`). */
function mergeFunctions(left: ShellState["functions"], right: ShellState["functions"]): ShellState["functions"] {
	if (left === right) return left;
	const merged = new Map<string, KnownFunction>();
	for (const [name, known] of [...left, ...right]) {
		const other = left.get(name) ?? known;
		merged.set(name, {
			...known,
			certain: known.certain && other.certain && other.node === known.node && left.has(name) && right.has(name),
		});
	}
	return merged;
}

/** The shell with one more function. */
export function defineFunction(state: ShellState, name: string, known: KnownFunction): ShellState {
	return { ...state, functions: new Map(state.functions).set(name, known) };
}

/** The function of a name, if there is one, may be gone. */
export function doubtFunction(state: ShellState, name: string): ShellState {
	const known = state.functions.get(name);
	return known === undefined ? state : defineFunction(state, name, { ...known, certain: false });
}

/** What is left when text has run that nobody has seen: only where it may stand, and that it may have defined anything. */
export function forgetAll(state: ShellState): ShellState {
	const variables = new Map([...state.variables.keys()].map((name) => [name, null] as const));
	const functions = new Map([...state.functions].map(([name, known]) => [name, { ...known, certain: false }] as const));
	return { ...state, variables, numbers: NO_NAMES, functions, directories: null, previous: null };
}

/** What a shell of its own knows that is started from here: neither the functions of this one nor, unless they are exported, its variables. */
export function ownShell(state: ShellState): ShellState {
	const home = state.variables.get("HOME");
	const variables = home === undefined ? NOTHING : new Map([["HOME", home]]);
	return { ...state, variables, numbers: NO_NAMES, functions: NOTHING, stopsOnError: false, input: null };
}

function mergeNumbers(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
	if (left === right || left.size === 0) return left;
	return new Set([...left].filter((name) => right.has(name)));
}

/** Both lists together; too many count as not known. */
export function mergeDirectories(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
	if (left === right) return left;
	if (left === null || right === null) return null;
	const all = [...new Set([...left, ...right])];
	return all.length > MOST_DIRECTORIES ? null : all;
}

/** SECURITY: one that is in doubt after the first round may be gone in the second (`while :; do id; unset -f id; done`). */
function sameFunctions(left: ShellState["functions"], right: ShellState["functions"]): boolean {
	const same = ({ node, certain }: KnownFunction, other: KnownFunction | undefined) => other?.node === node && other.certain === certain;
	return left.size === right.size && [...left].every(([name, known]) => same(known, right.get(name)));
}

/** Whether a second round through a loop left everything as the first did. */
export function sameState(left: ShellState, right: ShellState): boolean {
	if (left === right) return true;
	if (left.directories?.join("\0") !== right.directories?.join("\0")) return false;
	if (left.previous?.join("\0") !== right.previous?.join("\0")) return false;
	if (left.variables.size !== right.variables.size || left.numbers.size !== right.numbers.size) return false;
	for (const [name, value] of left.variables) if (right.variables.get(name) !== value) return false;
	for (const name of left.numbers) if (!right.numbers.has(name)) return false;
	return left.functions === right.functions || sameFunctions(left.functions, right.functions);
}
