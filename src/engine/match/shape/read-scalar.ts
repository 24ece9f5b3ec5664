import { BOUNDS } from "./bounds.ts";
import { describeShape, describeValue } from "./describe-value.ts";
import { nearestName } from "./nearest-name.ts";
import { quoteText } from "./quote-text.ts";
import { type Reading, report, reportWrongType } from "./reading.ts";
import type { ChoiceShape, NumberShape, TextShape } from "./shape.ts";

/** Text within its length and pattern, else nothing and a problem. */
export function readText(reading: Reading, value: unknown, shape: TextShape, path: string): string | undefined {
	if (typeof value !== "string") return reportWrongType(reading, path, value, shape);
	const longest = shape.maxLength ?? BOUNDS.text;
	if (value.length > longest) return report(reading, "too-large", path, `is ${value.length} characters long; ${longest} is the most`);
	if (value.length < (shape.minLength ?? 0)) return report(reading, "bad-value", path, "must not be empty");
	if (shape.pattern && !expressionOf(shape.pattern.expression).test(value)) {
		return report(reading, "bad-value", path, `must be ${shape.pattern.words}, not ${quoteText(value)}`);
	}
	return value;
}

/** A finite number within its range, else nothing and a problem. */
export function readNumber(reading: Reading, value: unknown, shape: NumberShape, path: string): number | undefined {
	if (typeof value !== "number") return reportWrongType(reading, path, value, shape);
	const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape;
	if (!Number.isFinite(value)) return report(reading, "bad-value", path, `must be a finite number, not ${value}`, "null means no limit");
	if (shape.integer && !Number.isInteger(value)) return report(reading, "bad-value", path, `must be a whole number, not ${value}`);
	if (value < minimum) return report(reading, "bad-value", path, `must be ${minimum} or more, not ${value}`);
	if (value > maximum) return report(reading, "bad-value", path, `must be ${maximum} or less, not ${value}`);
	return value === 0 ? 0 : value;
}

/** One of the fixed values, else nothing and a problem that names the nearest one. */
export function readChoice(reading: Reading, value: unknown, shape: ChoiceShape, path: string): string | number | boolean | undefined {
	const found = shape.of.find((choice) => choice === value);
	if (found !== undefined) return found;
	const near = typeof value === "string" ? nearestName(value, shape.of.map(String)) : undefined;
	const says = `must be ${describeShape(shape)}, not ${describeValue(value)}`;
	return report(reading, "bad-value", path, says, near === undefined ? undefined : `did you mean ${near}?`);
}

const expressions = new Map<string, RegExp>();

function expressionOf(source: string): RegExp {
	const known = expressions.get(source);
	if (known) return known;
	const expression = new RegExp(source, "u");
	expressions.set(source, expression);
	return expression;
}
