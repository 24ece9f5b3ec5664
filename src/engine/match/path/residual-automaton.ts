import {
	type Automaton,
	choice,
	type Expression,
	everythingBut,
	exactText,
	oneOf,
	optional,
	repeat,
	sequence,
	toAutomaton,
} from "../automaton/index.ts";
import type { GlobToken } from "./parse-component.ts";
import type { Residual } from "./residual.ts";

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
