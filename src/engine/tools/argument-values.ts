import type { ArgumentUse } from "../language/index.ts";

/** The texts that one argument holds, or why it is not what was declared. */
type Texts = { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly why: string };

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
			return rewrite(text(value), patchPaths, "it does not say which file it names");
		case "urls":
			return rewrite(text(value), (prose) => prose.match(/[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+/g) ?? [], "");
		default:
			// A shape that this version does not know came from a definition: refuse rather than guess.
			return refuse(`its declared shape is unknown (${String(shape satisfies never)})`);
	}
}

function text(value: unknown): Texts {
	if (typeof value !== "string") return refuse("it is not text");
	if (value.includes("\0")) return refuse("it holds a NUL character");
	return accept([value]);
}

function list(value: unknown, read: (item: unknown) => Texts): Texts {
	if (!Array.isArray(value)) return refuse("it is not a list");
	const texts: string[] = [];
	for (let index = 0; index < value.length; index++) {
		const item = read(ownValue(value, String(index)));
		if (!item.ok) return refuse(`item ${index + 1}: ${item.why}`);
		texts.push(...item.texts);
	}
	return accept(texts);
}

function field(value: unknown, name: string | undefined): Texts {
	if (typeof value !== "object" || value === null || Array.isArray(value) || name === undefined) return refuse("it is not an object");
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

/** The argument is not there, or is `null` or `undefined`: clients write both for "left out". */
export const ABSENT = Symbol("absent");

/** The argument is computed when read, so that what is checked may not be what is used. */
export const COMPUTED = Symbol("computed");

/** A property of the object itself: nothing inherited, and no getter is ever called. */
export function ownValue(holder: object, key: string): unknown {
	const property = Object.getOwnPropertyDescriptor(holder, key);
	if (property === undefined) return ABSENT;
	if (!("value" in property)) return COMPUTED;
	return property.value ?? ABSENT;
}

const HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to): ?(.*)$/;

const FRAME = /^\*\*\* (?:Begin Patch|End Patch|End of File|Environment ID: .*)$/;

/** The files that the text of a patch (`*** Update File: a.ts`) touches; `undefined` when it cannot be told. */
function patchPaths(text: string): readonly string[] | undefined {
	const paths: string[] = [];
	for (const line of text.split(/\r?\n/)) {
		// SECURITY: the tool trims header lines, so an indented one counts too, though it may be mere content.
		const path = HEADER.exec(line.trim())?.[1]?.trim();
		if (path !== undefined && path !== "") paths.push(path);
		// SECURITY: at the line's start only headers may begin like one, so that no file hides behind another spelling.
		else if (line.startsWith("***") && !FRAME.test(line.trim())) return undefined;
	}
	return paths.length === 0 ? undefined : paths;
}

const PLAIN = /^[A-Za-z0-9_./:@%+,-]+$/;

const RESERVED = new Set("if then else elif fi for while until do done case esac in function select time coproc".split(" "));

/** Shell text that runs exactly these words: every other reading of a word is quoted away. */
function quoteWords(words: readonly string[]): string {
	return words.map((word, index) => (PLAIN.test(word) && !(index === 0 && RESERVED.has(word)) ? word : quoteWord(word))).join(" ");
}

/** Shell text that changes to this directory, whatever characters its name has. */
export function changeDirectory(directory: string): string {
	// SECURITY: `cd -` and a name found through CDPATH lead elsewhere; `./` in front rules both out.
	return `cd ${quoteWords([directory.startsWith("/") ? directory : `./${directory}`])}`;
}

function quoteWord(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Splits text into words as Python's shlex does, which is not a shell: operators, `#`, `$` and `~` are ordinary
 * characters. `undefined` when a quote stays open.
 *
 * SECURITY: judged as shell text, `log # --output=x` would hide an option that the tool passes on.
 */
function splitWords(text: string): readonly string[] | undefined {
	const words: string[] = [];
	let word: string | undefined;
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (/[ \t\r\n]/.test(character)) {
			if (word !== undefined) words.push(word);
			word = undefined;
			continue;
		}
		word ??= "";
		if (character === "\\") {
			at++;
			if (at >= text.length) return undefined;
			word += text.charAt(at);
		} else if (character === "'") {
			const end = text.indexOf("'", at + 1);
			if (end < 0) return undefined;
			word += text.slice(at + 1, end);
			at = end;
		} else if (character === '"') {
			const quoted = doubleQuoted(text, at + 1);
			if (quoted === undefined) return undefined;
			word += quoted.text;
			at = quoted.end;
		} else {
			word += character;
		}
	}
	if (word !== undefined) words.push(word);
	return words;
}

function doubleQuoted(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
	let inner = "";
	for (let at = start; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === '"') return { text: inner, end: at };
		const next = text.charAt(at + 1);
		if (character === "\\" && (next === '"' || next === "\\")) {
			inner += next;
			at++;
		} else {
			inner += character;
		}
	}
	return undefined;
}
