import type { Shape } from "./shape.ts";
import { quoteText } from "./texts.ts";

/** A value in plain words, for "must be text, not …". */
export function describeValue(value: unknown): string {
	if (value === null) return "empty (null)";
	if (isList(value)) return "a list";
	switch (typeof value) {
		case "string":
			return `the text ${quoteText(value)}`;
		case "number":
			return `the number ${value}`;
		case "boolean":
			return String(value);
		case "object":
			return "an object";
		case "undefined":
			return "missing";
		default:
			return `a ${typeof value}`;
	}
}

/** What a shape wants, in plain words, for "must be …". */
export function describeShape(shape: Shape): string {
	switch (shape.kind) {
		case "text":
			return "text";
		case "choice":
			return orList(shape.of.map(String));
		case "number":
			return shape.integer ? "a whole number" : "a number";
		case "boolean":
			return "true or false";
		case "nullable":
			return `${describeShape(shape.of)} or null`;
		case "list":
			return `a list of ${plural(shape.of)}`;
		case "record":
			return `an object with a key for each ${shape.key}`;
		case "object":
			return "an object";
		case "union":
			return orList(shape.of.map(describeShape));
		case "anything":
			return "plain data";
	}
}

function plural(shape: Shape): string {
	if (shape.kind === "text") return "texts";
	if (shape.kind === "number") return "numbers";
	return `entries that are ${describeShape(shape)}`;
}

function orList(words: readonly string[]): string {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** What touching a foreign value gave; its getters and traps may run code, and that code may throw. */
export function attempt<T>(touch: () => T): { readonly ok: true; readonly value: T } | { readonly ok: false } {
	try {
		return { ok: true, value: touch() };
	} catch {
		return { ok: false };
	}
}

/** A list, asked without throwing (`Array.isArray` throws for a revoked proxy). */
export function isList(value: unknown): value is readonly unknown[] {
	const list = attempt(() => Array.isArray(value));
	return list.ok && list.value;
}

/** Plain: made by `{}`, JSON or YAML, in any realm; a Map, a Date or a class instance would seem to hold nothing. */
export function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
}
