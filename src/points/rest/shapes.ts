import { shapes } from "../../authority/index.ts";
import type { NullableShape, NumberShape, ObjectShape, Shape, TextShape } from "../../engine/index.ts";
import { isoTime, parseMoment } from "../../platform/index.ts";

export const { members, text, longText, flag, anything, amount, seconds, choice, list } = shapes;

export const whole: NumberShape = { kind: "number", integer: true };
/** A moment: ISO 8601. */
export const moment: TextShape = { kind: "text", maxLength: 64 };

export function nullable<const Of extends Shape>(of: Of): NullableShape<Of> {
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

/** A moment in milliseconds; `null` = it is not one. */
export function readMoment(value: string): number | null {
	return parseMoment(value);
}

const MOMENTS = new Set(["created_at", "expires_at", "answered_at", "ended_at", "sent_at", "last_used_at"]);

/** The same with its moments as text. */
export function withMoments(value: object): Readonly<Record<string, unknown>> {
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, MOMENTS.has(key) && typeof member === "number" ? isoTime(member) : member]),
	);
}
