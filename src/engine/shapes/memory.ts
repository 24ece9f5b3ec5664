import { memo } from "../../memory/index.ts";

/** Shapes have few expressions; those of foreign tools may have any. */
const MOST_EXPRESSIONS = 1_000;

/** The same function of the text of an expression. */
export function rememberExpressions(compile: (source: string) => RegExp): (source: string) => RegExp {
	return memo(MOST_EXPRESSIONS, compile);
}
