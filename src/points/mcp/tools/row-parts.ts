import type {
	AnythingShape,
	BooleanShape,
	ChoiceShape,
	ListShape,
	NumberShape,
	ObjectShape,
	ServedToolName,
	Shape,
	ShapeKeys,
	TextShape,
} from "../../../engine/index.ts";
import type { ToolWords } from "../tool-row.ts";

/** What this wire says of some tools, by their names. */
export type Words = Readonly<Partial<Record<ServedToolName, ToolWords>>>;

/** The parameter that names an agent. */
export const AGENT = (what: string) => text(`The agent ${what}`);

export const FIT = choice("clamp cuts the wish down to what the caller has, instead of refusing it", "strict", "clamp");

/** What every tool takes that writes to an agent. */
export const WAITING = takes({
	wait: flag("Wait for the answer"),
	timeout_seconds: seconds("How long to wait for the answer"),
	in_reply_to: text("The message of theirs that this one answers"),
});

/** The arguments of a tool; those named in `required` must be there. */
export function takes<const Keys extends ShapeKeys, Required extends keyof Keys & string = never>(
	keys: Keys,
	required: readonly Required[] = [],
): ObjectShape<Keys, NoInfer<Required>> {
	return { kind: "object", keys, required };
}

export function text(description: string, maxLength = 256): TextShape {
	return { kind: "text", description, maxLength };
}

/** Text as long as a message can be. */
export function longText(description: string): TextShape {
	return { kind: "text", description, maxLength: 1_000_000 };
}

export function flag(description: string): BooleanShape {
	return { kind: "boolean", description };
}

export function whole(description: string, minimum: number, maximum: number): NumberShape {
	return { kind: "number", integer: true, minimum, maximum, description };
}

export function seconds(description: string): NumberShape {
	return { kind: "number", minimum: 0, maximum: 600, description };
}

export function texts(description: string): ListShape<TextShape> {
	return { kind: "list", of: { kind: "text" }, description };
}

export function choice<const Value extends string>(description: string, ...of: readonly Value[]): ChoiceShape<NoInfer<Value>> {
	return { kind: "choice", of, description };
}

export function list<const Of extends Shape>(of: Of, description: string): ListShape<Of> {
	return { kind: "list", of, description };
}

export function anything(description: string): AnythingShape {
	return { kind: "anything", description };
}
