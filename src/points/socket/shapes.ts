import { shapes } from "../../authority/index.ts";
import { type ObjectShape, SANDBOX_MODES, type Shape } from "../../engine/index.ts";
import { parseMoment } from "../../platform/index.ts";

/** The shapes of every point, and those that only lines have. */
export const { text, longText, flag, anything, amount, seconds, choice } = shapes;
/** Parameters of an event; those named in `required` must be there. */
export const parameters = shapes.members;

/** What people say of something: any characters. */
export const freeText: Shape = { kind: "text" };
export const texts: Shape = shapes.list(text);
export const count: Shape = { kind: "number", minimum: 1, maximum: 1_000, integer: true };
export const agentId: Shape = { kind: "text", maxLength: 1_024 };
/** An id that somebody wishes for: whether it can be one is told by the verb, which records the refusal. */
export const wishedId: Shape = { kind: "text", maxLength: 1_024 };
/** A moment: ISO 8601, or seconds since 1970 as KSI writes it. */
export const moment: Shape = { kind: "union", of: [text, { kind: "number", minimum: 0 }] };

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

/** What is wrong with a parameter that shall be a moment; `null` = it is one, from 1970 to 9999. */
export function momentProblem(name: string, value: unknown): string | null {
	if (parseMoment(value) !== null) return null;
	return `Invalid parameter: ${name} is a moment between 1970 and 9999, ISO 8601 or seconds since 1970`;
}

/** A moment in milliseconds; the shape of the event was checked before. */
export function readMoment(value: string | number): number {
	return parseMoment(value) ?? Number.NaN;
}

/** The moments from and up to which something is asked for. */
export function readSpan({ since, until }: { readonly since?: string | number; readonly until?: string | number }): {
	readonly since?: number;
	readonly until?: number;
} {
	return { ...(since === undefined ? {} : { since: readMoment(since) }), ...(until === undefined ? {} : { until: readMoment(until) }) };
}
