import { choice, type Expression, everythingBut, exactText, oneOf, optional, repeat, sequence } from "../automaton/index.ts";
import { PLACES } from "../../vocabulary/index.ts";
import type { GlobToken } from "./parse-component.ts";
import type { PathPattern } from "./place-patterns.ts";

const IN_COMPONENT = oneOf(everythingBut("/\0"));
const ANYTHING = repeat(oneOf(everythingBut("\0")));
const ANYTHING_BELOW = sequence([exactText("/"), ANYTHING]);
const BELOW = optional(ANYTHING_BELOW);
const ANY_COMPONENTS = repeat(sequence([exactText("/"), repeat(IN_COMPONENT)]));

/** The paths of one pattern. */
export function patternExpression({ prefix, components, tree }: PathPattern): Expression {
	if (components.length === 0 && prefix === "") return tree ? ANYTHING_BELOW : exactText("/");
	const parts: Expression[] = [exactText(prefix)];
	components.forEach((component, index) => {
		const last = index === components.length - 1;
		if (component === "**") parts.push(last ? sequence([exactText("/"), IN_COMPONENT, ANYTHING]) : ANY_COMPONENTS);
		else parts.push(exactText("/"), componentExpression(component));
	});
	if (tree && components.at(-1) !== "**") parts.push(BELOW);
	return sequence(parts);
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

/** Every text that can be a path, absolute or below a named place: no empty component, no `.`, no `..`. */
export const ANY_PATH: Expression = anyPath();

function anyPath(): Expression {
	const rest = repeat(IN_COMPONENT);
	const notDot = oneOf(everythingBut("/\0."));
	const name = choice([
		sequence([notDot, rest]),
		sequence([exactText("."), notDot, rest]),
		sequence([exactText(".."), IN_COMPONENT, rest]),
	]);
	const below = repeat(sequence([exactText("/"), name]));
	const places = choice(PLACES.map((place) => exactText(`<${place}>`)));
	return choice([exactText("/"), sequence([exactText("/"), name, below]), sequence([places, below])]);
}
