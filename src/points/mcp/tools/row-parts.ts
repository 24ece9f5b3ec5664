import type { ObjectShape, ServedToolName, Shape } from "../../../engine/index.ts";
import type { ToolWords } from "../tool-row.ts";

/** What this wire says of some tools, by their names. */
export type Words = Readonly<Partial<Record<ServedToolName, ToolWords>>>;

/** The parameter that names an agent. */
export const AGENT = (what: string) => text(`The agent ${what}`);

export const FIT = choice("clamp cuts the wish down to what the caller has, instead of refusing it", "strict", "clamp");

/** What every tool takes that writes to an agent. */
export const WAITING = {
	wait: flag("Wait for the answer"),
	timeout_seconds: seconds("How long to wait for the answer"),
	in_reply_to: text("The message of theirs that this one answers"),
};

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
