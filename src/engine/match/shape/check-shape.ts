import type { Problem } from "../../vocabulary/index.ts";
import { readShape } from "./read-shape.ts";
import type { Shape } from "./shape.ts";

/** Everything in a value that is not of the shape: unknown keys, wrong types, bad values, sizes. Never throws. */
export function checkShape(value: unknown, shape: Shape, subject?: string): readonly Problem[] {
	const outcome = readShape<unknown>(value, shape, subject);
	return outcome.ok ? [] : outcome.problems;
}
