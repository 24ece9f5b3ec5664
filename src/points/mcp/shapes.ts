import type { ObjectShape, Shape } from "../../engine/index.ts";

/** The arguments of a tool; those named in `required` must be there. */
export function takes(keys: Readonly<Record<string, Shape>> = {}, required: readonly string[] = []): ObjectShape {
	return { kind: "object", keys, required };
}

export function text(description: string, maxLength = 256): Shape {
	return { kind: "text", description, maxLength };
}

/** Text as long as a message can be. */
export function longText(description: string): Shape {
	return { kind: "text", description, maxLength: 1_000_000 };
}

export function flag(description: string): Shape {
	return { kind: "boolean", description };
}

export function whole(description: string, minimum: number, maximum: number): Shape {
	return { kind: "number", integer: true, minimum, maximum, description };
}

export function seconds(description: string): Shape {
	return { kind: "number", minimum: 0, maximum: 600, description };
}

export function texts(description: string): Shape {
	return { kind: "list", of: { kind: "text" }, description };
}

export function choice(description: string, ...of: readonly string[]): Shape {
	return { kind: "choice", of, description };
}

export function list(of: Shape, description: string): Shape {
	return { kind: "list", of, description };
}

export function anything(description: string): Shape {
	return { kind: "anything", description };
}
