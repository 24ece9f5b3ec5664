import { shapes } from "../../authority/index.ts";
import {
	type ListShape,
	type NumberShape,
	type ObjectShape,
	present,
	SANDBOX_MODES,
	type Shape,
	type TextShape,
} from "../../engine/index.ts";
import { parseMoment } from "../../platform/index.ts";

/** The shapes of every point, and those that only lines have. */
export const { text, longText, flag, anything, amount, seconds, choice } = shapes;
/** Parameters of an event; those named in `required` must be there. */
export const parameters = shapes.members;

/** What people say of something: any characters. */
export const freeText: TextShape = { kind: "text" };
export const texts: ListShape<TextShape> = shapes.list(text);
export const count: NumberShape = { kind: "number", minimum: 1, maximum: 1_000, integer: true };
export const agentId: TextShape = { kind: "text", maxLength: 1_024 };
/** An id that somebody wishes for: whether it can be one is told by the verb, which records the refusal. */
export const wishedId: TextShape = { kind: "text", maxLength: 1_024 };
/** A moment: ISO 8601, or seconds since 1970 as KSI writes it. */
export const moment = { kind: "union", of: [text, { kind: "number", minimum: 0 }] } as const satisfies Shape;

/** What a client says of the sandbox it wants. */
export const sandboxConfig = {
	kind: "object",
	keys: {
		mode: { kind: "choice", of: SANDBOX_MODES },
		session_id: text,
		parent_agent_id: agentId,
		parent_share: choice("none", "read_only", "read_write"),
		session_share: flag,
	},
} as const satisfies ObjectShape;

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
export function readSpan({
	since,
	until,
}: {
	readonly since?: string | number | undefined;
	readonly until?: string | number | undefined;
}): { readonly since?: number; readonly until?: number } {
	return present({
		since: since === undefined ? undefined : readMoment(since),
		until: until === undefined ? undefined : readMoment(until),
	});
}
