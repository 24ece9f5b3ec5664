import type { Fault } from "./fault.ts";
import { lineTable } from "./line-table.ts";

/** The most bytes that a definition may have. */
export const LARGEST_TEXT = 1024 * 1024;

/** The text of a file, or why it is none. */
export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: Fault };

/** Bytes or text from outside as text: UTF-8, at most 1 MB, no control characters. A byte order mark in front is dropped. */
export function decodeText(input: string | Uint8Array): Decoded {
	if (input.length > LARGEST_TEXT) return tooLarge(input.length);
	const text = typeof input === "string" ? input.replace(/^\uFEFF/, "") : decodeBytes(input);
	if (text === undefined || !text.isWellFormed()) return notText();
	const bytes = typeof input === "string" ? new TextEncoder().encode(input).length : input.length;
	if (bytes > LARGEST_TEXT) return tooLarge(bytes);
	const unprintable = UNPRINTABLE.exec(text);
	return unprintable ? hidden(text, unprintable.index) : { ok: true, text };
}

// SECURITY: a definition must mean what a person sees. Control characters, a lone carriage return and the characters that
// reorder text on the screen would let a line show one rule and hold another (read-yaml.test.ts).
const UNPRINTABLE = /(?![\t\n\r\u0085])\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]|\r(?!\n)/u;

function decodeBytes(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

function tooLarge(size: number): Decoded {
	const message = `the file has ${size} bytes; ${LARGEST_TEXT} is the most`;
	return { ok: false, fault: { code: "too-large", path: "", message, hint: "split it into fragments" } };
}

function notText(): Decoded {
	return { ok: false, fault: { code: "not-text", path: "", message: "the file is not UTF-8 text", hint: "save it as UTF-8" } };
}

function hidden(text: string, index: number): Decoded {
	const code = (text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, "0");
	const hint = code === "000D" ? "end lines with LF or CR LF" : "remove it; in double quotes it can be written as an escape";
	const message = `the file holds the control character U+${code}`;
	return { ok: false, fault: { code: "control-character", path: "", message, hint, at: lineTable(text)(index) } };
}
