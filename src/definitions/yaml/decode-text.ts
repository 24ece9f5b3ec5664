/** The most bytes that a definition may have. */
const LARGEST_TEXT = 1024 * 1024;

/** The text of a file, or why it is not text. */
type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: Fault };

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

/** Tells line and column of any offset in a text. */
export type LineTable = (offset: number) => Position;

/** The lines of a text. Columns count UTF-16 units, as editors do. */
export function lineTable(text: string): LineTable {
	const starts = [0];
	for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
	return (offset) => {
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle - 1;
		}
		return [low + 1, offset - (starts[low] ?? 0) + 1];
	};
}

/** 1-based line and column. */
export type Position = readonly [line: number, column: number];

/** Dotted place in a document (`tools.allowed[2]`) → where it is written. */
export type Positions = Readonly<Record<string, Position>>;

/** Something wrong at a place of a text, before it is known whose text it is. */
export interface Fault {
	/** Stable, lower-kebab, as `Problem.code`. */
	readonly code: string;
	/** Dotted place in the document; `""` when the text is not that far understood. */
	readonly path: string;
	readonly message: string;
	readonly hint?: string;
	readonly at?: Position;
}
