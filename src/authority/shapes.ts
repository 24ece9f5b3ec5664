import type { ObjectShape, Shape } from "../engine/index.ts";

/** Members of an object; those named in `required` must be there. */
function members(keys: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
	return { kind: "object", keys, required };
}

const text: Shape = { kind: "text" };
/** Text as long as a line or a body allows. */
const longText: Shape = { kind: "text", maxLength: 1_000_000 };
const flag: Shape = { kind: "boolean" };
const anything: Shape = { kind: "anything" };
const amount: Shape = { kind: "number", minimum: 0 };
/** How long a client may have the server wait. */
const seconds: Shape = { kind: "number", minimum: 0, maximum: 600 };

function choice(...of: readonly string[]): Shape {
	return { kind: "choice", of };
}

function list(of: Shape): Shape {
	return { kind: "list", of };
}

/** Shapes that the points say their inputs and answers with. */
export const shapes = { members, text, longText, flag, anything, amount, seconds, choice, list } as const;
