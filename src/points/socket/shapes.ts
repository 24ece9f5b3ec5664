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

/** The last moment that a date can have. */
const LAST_MOMENT = 8.64e15;

/** A moment in milliseconds; `null` = it is none. */
export function readMoment(value: string | number): number | null {
	const milliseconds = typeof value === "number" ? value * 1000 : Date.parse(value);
	return Math.abs(milliseconds) <= LAST_MOMENT ? Math.round(milliseconds) : null;
}
