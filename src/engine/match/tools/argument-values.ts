import type { ArgumentUse } from "../../vocabulary/index.ts";
import { ABSENT, ownValue } from "./own-value.ts";
import { patchPaths } from "./patch-paths.ts";
import { quoteWords } from "./quote-words.ts";
import { splitWords } from "./split-words.ts";

/** The texts that one argument holds, or why it is not what was declared. */
export type Texts = { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly why: string };

/** The texts of an argument in its declared shape; every other shape is refused. */
export function argumentValues(use: ArgumentUse, value: unknown, input: object): Texts {
	const shape = use.shape ?? "text";
	switch (shape) {
		case "text":
			return text(value);
		case "list":
			return list(value, text);
		case "text-or-list":
			return Array.isArray(value) ? list(value, text) : text(value);
		case "object":
			return field(value, use.field);
		case "objects":
			return list(value, (item) => field(item, use.field));
		case "argv":
			return argv(use, value, input);
		case "words":
			return words(use, value);
		case "patch":
			return rewrite(text(value), patchPaths, "it names no file that can be told");
		case "urls":
			return rewrite(text(value), (prose) => prose.match(/[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+/g) ?? [], "");
		default:
			// A shape that this version does not know came from a definition: refuse rather than guess.
			return refuse(`its declared shape is unknown (${String(shape satisfies never)})`);
	}
}

function text(value: unknown): Texts {
	if (typeof value !== "string") return refuse("it is no text");
	if (value.includes("\0")) return refuse("it holds a NUL character");
	return accept([value]);
}

function list(value: unknown, read: (item: unknown) => Texts): Texts {
	if (!Array.isArray(value)) return refuse("it is no list");
	const texts: string[] = [];
	for (let index = 0; index < value.length; index++) {
		const item = read(ownValue(value, String(index)));
		if (!item.ok) return refuse(`item ${index + 1}: ${item.why}`);
		texts.push(...item.texts);
	}
	return accept(texts);
}

function field(value: unknown, name: string | undefined): Texts {
	if (typeof value !== "object" || value === null || Array.isArray(value) || name === undefined) return refuse("it is no object");
	const inner = ownValue(value, name);
	return inner === ABSENT ? accept([]) : text(inner);
}

function argv(use: ArgumentUse, value: unknown, input: object): Texts {
	if (use.rest === undefined) return command(use, list(value, text));
	const program = text(value);
	if (!program.ok) return program;
	const rest = ownValue(input, use.rest);
	const following = rest === ABSENT ? accept([]) : list(rest, text);
	return following.ok ? command(use, accept([...program.texts, ...following.texts])) : refuse(`${use.rest}: ${following.why}`);
}

function words(use: ArgumentUse, value: unknown): Texts {
	return command(use, rewrite(text(value), splitWords, "a quote stays open"));
}

function command(use: ArgumentUse, own: Texts): Texts {
	if (!own.ok) return own;
	return own.texts.length === 0 ? refuse("it is empty") : accept([quoteWords([...(use.before ?? []), ...own.texts])]);
}

function rewrite(one: Texts, read: (text: string) => readonly string[] | undefined, why: string): Texts {
	if (!one.ok) return one;
	const texts = read(one.texts[0] ?? "");
	return texts === undefined ? refuse(why) : accept(texts);
}

function accept(texts: readonly string[]): Texts {
	return { ok: true, texts };
}

function refuse(why: string): Texts {
	return { ok: false, why };
}
