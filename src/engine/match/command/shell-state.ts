import type { Function as FunctionNode } from "unbash";

/** What is known of the shell at one point of the text. Values are replaced, never changed in place. */
export interface ShellState {
	/** Where the shell may stand: more than one after a `cd` that can fail; `null` = not known. */
	readonly directories: readonly string[] | null;
	/** Values of variables; `null` = assigned, but not known. Absent = never assigned here. */
	readonly variables: ReadonlyMap<string, string | null>;
	/** Variables that surely hold a number. */
	readonly numbers: ReadonlySet<string>;
	readonly functions: ReadonlyMap<string, { readonly node: FunctionNode; readonly source: string }>;
	/** `set -e`: a failed command ends the script. */
	readonly stopsOnError: boolean;
}

const MOST_DIRECTORIES = 4;

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
const NO_NAMES: ReadonlySet<string> = new Set();

export function initialState(directory: string, home: string | null): ShellState {
	const variables = home === null ? NOTHING : new Map([["HOME", home]]);
	return { directories: [directory], variables, numbers: NO_NAMES, functions: NOTHING, stopsOnError: false };
}

export function assignVariable(state: ShellState, name: string, value: string | null): ShellState {
	const variables = new Map(state.variables).set(name, value);
	const numbers = new Set(state.numbers);
	numbers.delete(name);
	if (value !== null && /^-?\d+$/.test(value)) numbers.add(name);
	return { ...state, variables, numbers };
}

/** The variable holds some number that is not known. */
export function assignNumber(state: ShellState, name: string): ShellState {
	return { ...state, variables: new Map(state.variables).set(name, null), numbers: new Set(state.numbers).add(name) };
}

export function moveTo(state: ShellState, directories: readonly string[] | null): ShellState {
	return { ...state, directories };
}

/** What holds whichever of the two ways the shell went. */
export function mergeStates(left: ShellState, right: ShellState): ShellState {
	if (left === right) return left;
	const variables = new Map<string, string | null>();
	for (const name of new Set([...left.variables.keys(), ...right.variables.keys()])) {
		const value = left.variables.get(name);
		variables.set(name, value !== undefined && value === right.variables.get(name) ? value : null);
	}
	const numbers = new Set([...left.numbers].filter((name) => right.numbers.has(name)));
	return {
		directories: mergeDirectories(left.directories, right.directories),
		variables,
		numbers,
		functions: left.functions === right.functions ? left.functions : new Map([...left.functions, ...right.functions]),
		stopsOnError: left.stopsOnError && right.stopsOnError,
	};
}

/** Both lists together; too many count as not known. */
export function mergeDirectories(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
	if (left === right) return left;
	if (left === null || right === null) return null;
	const all = [...new Set([...left, ...right])];
	return all.length > MOST_DIRECTORIES ? null : all;
}

/** Whether a second round through a loop left everything as the first did. */
export function sameState(left: ShellState, right: ShellState): boolean {
	if (left === right) return true;
	if (left.directories?.join("\0") !== right.directories?.join("\0")) return false;
	if (left.variables.size !== right.variables.size || left.numbers.size !== right.numbers.size) return false;
	for (const [name, value] of left.variables) if (right.variables.get(name) !== value) return false;
	for (const name of left.numbers) if (!right.numbers.has(name)) return false;
	return left.functions.size === right.functions.size;
}
