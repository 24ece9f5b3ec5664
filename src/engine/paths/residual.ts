import {
	type Automaton,
	type CharacterClass,
	choice,
	type Expression,
	everythingBut,
	exactText,
	oneOf,
	optional,
	repeat,
	sequence,
	toAutomaton,
} from "../automata/index.ts";
import { type GlobComponent, type GlobToken, literalComponent } from "./glob.ts";
import { componentSource } from "./match-patterns.ts";
import { rememberComponents } from "./memory.ts";

/** What is left of a pattern below a directory: the paths from there on that it holds. */
export interface Residual {
	readonly components: readonly GlobComponent[];
	/** It holds everything below what it matches. */
	readonly tree: boolean;
}

/** Everything from here on, the directory itself too. */
const EVERYTHING: Residual = { components: [], tree: true };

/**
 * What is left of a residual behind some names.
 *
 * SECURITY: the ways through a pattern with many `**` are as many as its subsets; those that lead to the same component are
 * one way (bounded-lists.test.ts).
 */
export function follow(whole: Residual, names: readonly string[]): readonly Residual[] {
	const { components, tree } = whole;
	let reached: readonly number[] = [0];
	for (const name of names) {
		const next = new Set<number>();
		for (const from of reached) {
			if (advance(whole, from, name, next)) return [EVERYTHING];
		}
		if (next.size === 0) return [];
		reached = [...next];
	}
	return reached.map((from) => (from === 0 ? whole : { components: components.slice(from), tree }));
}

/** Adds where one directory further down leads; `true` when everything is held from there on. */
function advance({ components, tree }: Residual, from: number, name: string, next: Set<number>): boolean {
	for (let at = from; ; at++) {
		const head = components[at];
		if (head === undefined) return tree;
		if (head !== "**") {
			if (matchesName(head, name)) next.add(at + 1);
			return false;
		}
		if (at === components.length - 1) return true;
		next.add(at);
	}
}

/** Whether one component matches a name. */
export function matchesName(component: Exclude<GlobComponent, "**">, name: string): boolean {
	const literal = literalComponent(component);
	if (literal !== undefined) return literal === name;
	return expressionOf(component).test(name);
}

const expressionOf = rememberComponents(
	(component: Exclude<GlobComponent, "**">) => new RegExp(`^${componentSource(component, { next: 0 })}$`, "su"),
);

/** Whether a residual holds everything from there on. */
export function isEverything({ components, tree }: Residual): boolean {
	return tree && components.length === 0;
}

/**
 * Whether one residual holds all of another, as far as their components show it one by one: `**` takes any of them, a
 * component takes what its stars have room for. `true` is certain, `false` says nothing.
 */
export function coversResidual(outer: Residual, inner: Residual): boolean {
	const failed = new Set<number>();
	const covers = (at: number, from: number): boolean => {
		const head = outer.components[at];
		if (head === undefined) return outer.tree || (from === inner.components.length && !inner.tree);
		const asked = inner.components[from];
		// A residual ends in a name or in a `**` that stands for at least one, so that something follows.
		if (head === "**" && at === outer.components.length - 1) return asked !== undefined;
		const key = at * (inner.components.length + 1) + from;
		if (failed.has(key)) return false;
		const found =
			head === "**"
				? covers(at + 1, from) || (asked !== undefined && covers(at, from + 1))
				: asked !== undefined && asked !== "**" && coversName(head, asked) && covers(at + 1, from + 1);
		if (!found) failed.add(key);
		return found;
	};
	return covers(0, 0);
}

/**
 * Whether every name of a component is one of another's. A NUL stands for what a star or a class may be: only a star matches
 * it, and then the star matches whatever stands there.
 */
function coversName(outer: Exclude<GlobComponent, "**">, inner: Exclude<GlobComponent, "**">): boolean {
	return outer === inner || matchesName(outer, textOf(inner));
}

const textOf = rememberComponents((component: Exclude<GlobComponent, "**">) =>
	component.map((token) => (token.kind === "text" ? token.text : "\0")).join(""),
);

/**
 * A few texts such as `/a/b` that a residual holds, the plainest first: stars filled with a name or left empty, `**` with none,
 * one or two directories. One of them shows in most cases what a list does not hold, without any search.
 */
export function sampleResidual(residual: Residual): readonly string[] {
	const { components, tree } = residual;
	const samples = new Set<string>();
	for (const filler of FILLERS) {
		for (const star of components.some((component) => component !== "**") ? [filler, ""] : [filler]) {
			for (const gap of components.slice(0, -1).includes("**") ? [0, 1, 2] : [0]) {
				const text = components.map((component, index) => fill(component, star, filler, index < components.length - 1 ? gap : 1)).join("");
				samples.add(text);
				if (tree) samples.add(`${text}/${filler}`);
			}
		}
	}
	return [...samples].filter((text) => holdsText(residual, text));
}

/** A name that reads well, and one that hardly any pattern has in mind. */
const FILLERS = ["x", "\u{e000}"];

function fill(component: GlobComponent, star: string, filler: string, gap: number): string {
	if (component === "**") return `/${filler}`.repeat(gap);
	const write = (run: string) =>
		component
			.map((token) => (token.kind === "text" ? token.text : token.kind === "star" ? run : characterOf(token.characters, filler)))
			.join("");
	const name = write(star);
	return `/${NO_NAME.test(name) ? write(filler) : name}`;
}

/** What no file is called. */
const NO_NAME = /^\.{0,2}$/;

function characterOf(characters: CharacterClass, wanted: string): string {
	const point = wanted.codePointAt(0) ?? 0;
	const [range] = characters;
	const fits = characters.some(([first, last]) => first <= point && point <= last);
	return fits || range === undefined ? wanted : String.fromCodePoint(range[0]);
}

function holdsText(residual: Residual, text: string): boolean {
	const names = text === "" ? [] : text.slice(1).split("/");
	return !names.some((name) => NO_NAME.test(name)) && follow(residual, names).some(({ components }) => components.length === 0);
}

const IN_COMPONENT = oneOf(everythingBut("/\0"));
const SLASH = exactText("/");
const ANYTHING = repeat(oneOf(everythingBut("\0")));
const SOMETHING_BELOW = sequence([SLASH, IN_COMPONENT, ANYTHING]);
const BELOW = optional(sequence([SLASH, ANYTHING]));
const ANY_COMPONENTS = repeat(sequence([SLASH, repeat(IN_COMPONENT)]));

/** What residuals hold, as texts such as `/a/b`; the empty text is the directory itself. */
export function residualAutomaton(residuals: readonly Residual[]): Automaton {
	return toAutomaton(choice(residuals.map(residualExpression)));
}

/** How large the automaton of residuals becomes, about. */
export function sizeOf(residuals: readonly Residual[]): number {
	let size = 0;
	for (const { components } of residuals) {
		for (const component of components) {
			size += 2;
			if (component !== "**") for (const token of component) size += token.kind === "text" ? token.text.length : 1;
		}
	}
	return size;
}

function residualExpression({ components, tree }: Residual): Expression {
	const parts = components.flatMap((component, index) => {
		if (component !== "**") return [SLASH, componentExpression(component)];
		return [index === components.length - 1 ? SOMETHING_BELOW : ANY_COMPONENTS];
	});
	return sequence(tree && components.at(-1) !== "**" ? [...parts, BELOW] : parts);
}

/** The names of one component. */
export function componentExpression(tokens: readonly GlobToken[]): Expression {
	return sequence(
		tokens.map((token) => {
			if (token.kind === "star") return repeat(IN_COMPONENT);
			return token.kind === "text" ? exactText(token.text) : oneOf(token.characters);
		}),
	);
}

/** Every text that can follow a directory: no component is empty, `.` or `..`. */
export const ANY_PATH_BELOW: Automaton = anyPathBelow();

function anyPathBelow(): Automaton {
	const rest = repeat(IN_COMPONENT);
	const notDot = oneOf(everythingBut("/\0."));
	const name = choice([
		sequence([notDot, rest]),
		sequence([exactText("."), notDot, rest]),
		sequence([exactText(".."), IN_COMPONENT, rest]),
	]);
	return toAutomaton(repeat(sequence([SLASH, name])));
}
