import type { ObjectShape, Shape } from "../../engine/index.ts";

/** Members of a body, a query or a reply; those named in `required` must be there. */
export function members(keys: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
	return { kind: "object", keys, required };
}

export const text: Shape = { kind: "text" };
/** Text as long as a body allows. */
export const longText: Shape = { kind: "text", maxLength: 1_000_000 };
export const flag: Shape = { kind: "boolean" };
export const anything: Shape = { kind: "anything" };
export const whole: Shape = { kind: "number", integer: true };
export const amount: Shape = { kind: "number", minimum: 0 };
export const seconds: Shape = { kind: "number", minimum: 0, maximum: 600 };
/** A moment: ISO 8601. */
export const moment: Shape = { kind: "text", maxLength: 64 };

export function choice(...of: readonly string[]): Shape {
	return { kind: "choice", of };
}

export function list(of: Shape): Shape {
	return { kind: "list", of };
}

export function nullable(of: Shape): Shape {
	return { kind: "nullable", of };
}

/** What every list takes. */
export const PAGE = {
	limit: { kind: "number", integer: true, minimum: 1, maximum: 1_000, default: 100, description: "How many at most" },
	cursor: { kind: "text", description: "The next_cursor of the page before" },
} as const satisfies Readonly<Record<string, Shape>>;

/** One page of a list. */
export function page(of: Shape): ObjectShape {
	return members({ items: list(of), next_cursor: nullable(text) }, ["items", "next_cursor"]);
}

/** A moment in milliseconds; `null` = it is none. */
export function readMoment(value: string): number | null {
	const milliseconds = Date.parse(value);
	return Number.isNaN(milliseconds) ? null : milliseconds;
}
