import type { ObjectShape, Shape } from "../../engine/index.ts";
import { SANDBOX_MODES } from "../../engine/index.ts";

/** Parameters of an event; those named in `required` must be there. */
export function parameters(keys: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
	return { kind: "object", keys, required };
}

export const text: Shape = { kind: "text" };
/** What people say of something: any characters. */
export const freeText: Shape = { kind: "text" };
/** Text as long as a line allows. */
export const longText: Shape = { kind: "text", maxLength: 1_000_000 };
export const flag: Shape = { kind: "boolean" };
export const anything: Shape = { kind: "anything" };
export const texts: Shape = { kind: "list", of: text };
export const seconds: Shape = { kind: "number", minimum: 0, maximum: 600 };
export const count: Shape = { kind: "number", minimum: 1, maximum: 1_000, integer: true };
export const amount: Shape = { kind: "number", minimum: 0 };
export const agentId: Shape = { kind: "text", maxLength: 1_024 };
/** An id that somebody wishes for: whether it can be one is told by the verb, which records the refusal. */
export const wishedId: Shape = { kind: "text", maxLength: 1_024 };
/** A moment: ISO 8601, or seconds since 1970 as KSI writes it. */
export const moment: Shape = { kind: "union", of: [text, { kind: "number", minimum: 0 }] };

export function choice(...of: readonly string[]): Shape {
	return { kind: "choice", of };
}

/** What a client says of the sandbox it wants. */
export const sandboxConfig: ObjectShape = {
	kind: "object",
	keys: {
		mode: { kind: "choice", of: SANDBOX_MODES },
		session_id: text,
		parent_agent_id: agentId,
		parent_share: choice("none", "read_only", "read_write"),
		session_share: flag,
	},
};

/** Everything beyond is a slip of the pen, and no moment that can be written again in four digits. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** What is wrong with a parameter that shall be a moment; `null` = it is one, from 1970 to 9999. */
export function momentProblem(name: string, value: unknown): string | null {
	const milliseconds = typeof value === "number" || (typeof value === "string" && ISO.test(value)) ? readMoment(value) : Number.NaN;
	if (milliseconds >= 0 && milliseconds <= LAST_MOMENT) return null;
	return `Invalid parameter: ${name} is a moment between 1970 and 9999, ISO 8601 or seconds since 1970`;
}

/** A moment in milliseconds; the shape of the event was checked before. */
export function readMoment(value: string | number): number {
	return Math.round(typeof value === "number" ? value * 1000 : Date.parse(value));
}

/** The moments from and up to which something is asked for. */
export function readSpan({ since, until }: { readonly since?: string | number; readonly until?: string | number }): {
	readonly since?: number;
	readonly until?: number;
} {
	return { ...(since === undefined ? {} : { since: readMoment(since) }), ...(until === undefined ? {} : { until: readMoment(until) }) };
}
