import type { Shape } from "../../src/engine/index.ts";

/** A shape in a word or two. */
export function kindOf(shape: Shape): string {
	switch (shape.kind) {
		case "choice":
			return shape.of.map(String).join("/");
		case "list":
			return `list of ${kindOf(shape.of)}`;
		case "union":
			return shape.of.map(kindOf).join(" or ");
		case "nullable":
			return `${kindOf(shape.of)} or null`;
		case "object":
			return `{${Object.keys(shape.keys).join(", ")}}`;
		default:
			return shape.kind;
	}
}
