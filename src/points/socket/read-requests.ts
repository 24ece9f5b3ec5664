/** What a client sent: a whole value, or a text that is not one. */
export type Received =
	| { readonly kind: "value"; readonly value: unknown }
	| { readonly kind: "broken"; readonly why: string }
	/** Beyond what one line may hold; nothing after it can be trusted. */
	| { readonly kind: "too-large" };

export const LONGEST_LINE = 1024 * 1024;
const DEEPEST = 32;
const NEWLINE = 0x0a;

/** Cuts a stream of bytes into JSON values, one a line; an unfinished object goes on in the next lines. */
export interface RequestReader {
	push(bytes: Uint8Array): readonly Received[];
	/** What is unfinished will never be finished: its time is over, or the client said all. */
	giveUp(): readonly Received[];
	readonly unfinished: boolean;
}

export function createRequestReader(): RequestReader {
	let rest: Uint8Array[] = [];
	let restLength = 0;
	let pending: Unfinished | null = null;

	const abandon = (): readonly Received[] => {
		if (pending === null) return [];
		const why = whyBroken(pending.lines.join("\n"));
		pending = null;
		return [{ kind: "broken", why }];
	};

	const line = (bytes: Uint8Array): readonly Received[] => {
		const text = decode(bytes);
		if (text !== null) return read(text);
		pending = null;
		return [{ kind: "broken", why: "the line is not UTF-8" }];
	};

	const read = (text: string): readonly Received[] => {
		if (text.trim() === "") return [];
		// A line that is itself a request ends what came before it.
		if (pending !== null && isRequest(text)) return [...abandon(), ...add(text)];
		return add(text);
	};

	const add = (text: string): readonly Received[] => {
		const before: Unfinished = pending ?? NOTHING;
		const lines = before === NOTHING ? [text] : before.lines;
		if (before !== NOTHING) lines.push(text);
		const length = before.length + text.length;
		const nesting = scan(text, before.open);
		pending = null;
		if (length > LONGEST_LINE) return [{ kind: "too-large" }];
		if (nesting.deepest > DEEPEST) return [{ kind: "broken", why: `nested deeper than ${DEEPEST} levels` }];
		// Only when every bracket is closed can it be whole, so that a text in many lines is parsed once.
		if (nesting.open > 0 && !nesting.quoted && (lines[0] ?? "").trimStart().startsWith("{")) {
			pending = { lines, length, open: nesting.open };
			return [];
		}
		const whole = parse(lines.join("\n"));
		return [whole.ok ? { kind: "value", value: whole.value } : { kind: "broken", why: whole.why }];
	};

	return {
		push(bytes) {
			const received: Received[] = [];
			let from = 0;
			for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
				const piece = bytes.subarray(from, at);
				from = at + 1;
				if (restLength + piece.length > LONGEST_LINE) return [...received, { kind: "too-large" }];
				received.push(...line(rest.length === 0 ? piece : Buffer.concat([...rest, piece])));
				rest = [];
				restLength = 0;
				const whole = wholeLines(bytes, from);
				if (whole === null) continue;
				for (const text of whole.split("\n")) received.push(...read(text));
				from = bytes.lastIndexOf(NEWLINE) + 1;
			}
			if (from < bytes.length) {
				rest.push(bytes.slice(from));
				restLength += bytes.length - from;
			}
			if (restLength > LONGEST_LINE) received.push({ kind: "too-large" });
			return received;
		},
		giveUp() {
			const last = rest.length === 0 ? [] : line(Buffer.concat(rest));
			rest = [];
			restLength = 0;
			return [...last, ...abandon()];
		},
		get unfinished() {
			return pending !== null;
		},
	};
}

interface Unfinished {
	readonly lines: string[];
	readonly length: number;
	/** Brackets that wait to be closed. */
	readonly open: number;
}

const NOTHING: Unfinished = { lines: [], length: 0, open: 0 };
const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | null {
	try {
		return decoder.decode(bytes);
	} catch {
		return null;
	}
}

/** All lines that end in these bytes at once; `null` when they have to be looked at one by one: none, not UTF-8, a mark of byte order. */
function wholeLines(bytes: Uint8Array, from: number): string | null {
	const end = bytes.lastIndexOf(NEWLINE);
	if (end < from || end - from > LONGEST_LINE) return null;
	const text = decode(bytes.subarray(from, end));
	return text === null || text.includes("\ufeff") ? null : text;
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

function parse(text: string): Parsed {
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch (error) {
		return { ok: false, why: error instanceof Error ? error.message : "not JSON" };
	}
}

function whyBroken(text: string): string {
	const parsed = parse(text);
	return parsed.ok ? "the object is not finished" : parsed.why;
}

function isRequest(text: string): boolean {
	if (!text.trimStart().startsWith("{") || !text.includes('"event"')) return false;
	const parsed = parse(text);
	return parsed.ok && typeof parsed.value === "object" && parsed.value !== null && Object.hasOwn(parsed.value, "event");
}

function scan(text: string, before: number): { readonly open: number; readonly deepest: number; readonly quoted: boolean } {
	let open = before;
	let deepest = before;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (quoted) {
			if (code === 0x5c) at++;
			else if (code === 0x22) quoted = false;
		} else if (code === 0x22) quoted = true;
		else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++open);
		else if (code === 0x7d || code === 0x5d) open--;
	}
	return { open, deepest, quoted };
}
