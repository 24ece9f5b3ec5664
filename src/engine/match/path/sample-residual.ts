import type { CharacterClass } from "../automaton/index.ts";
import type { GlobComponent } from "./parse-component.ts";
import { follow, type Residual } from "./residual.ts";

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
