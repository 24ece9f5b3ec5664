import type { ObjectShape, Shape } from "../engine/index.ts";

/** Shapes that the points say their inputs and answers with. */

/** Members of an object; those named in `required` must be there. */
export function members(keys: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
	return { kind: "object", keys, required };
}

export const text: Shape = { kind: "text" };
/** Text as long as a line or a body allows. */
export const longText: Shape = { kind: "text", maxLength: 1_000_000 };
export const flag: Shape = { kind: "boolean" };
export const anything: Shape = { kind: "anything" };
export const amount: Shape = { kind: "number", minimum: 0 };
/** How long a client may have the server wait. */
export const seconds: Shape = { kind: "number", minimum: 0, maximum: 600 };

export function choice(...of: readonly string[]): Shape {
	return { kind: "choice", of };
}

export function list(of: Shape): Shape {
	return { kind: "list", of };
}
