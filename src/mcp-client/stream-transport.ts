import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type McpServerLimits, unaskedMessages } from "./limits.ts";

/** The streams of a server that runs. */
export interface ServerStreams {
	readonly input: Writable;
	readonly output: Readable;
}

/** A transport that says why it ended. */
interface McpServerTransport extends Transport {
	/** Why the server was given up, when it was. */
	readonly fault: () => string | null;
}

/** What waits to be read by a server that does not read. */
const MOST_UNREAD = 8 * 1024 * 1024;
const TOO_LARGE = -32_000;

/** Messages as lines on the streams of a process, bounded in size, number and what waits. */
export function streamTransport({ input, output }: ServerStreams, { messageBytes, unaskedPerSecond }: McpServerLimits): McpServerTransport {
	let fault: string | null = null;
	let isClosed = false;
	/** What was asked and is not answered. */
	const asked = new Set<unknown>();
	const mayComeUnasked = unaskedMessages(unaskedPerSecond);
	const close = async (): Promise<void> => {
		if (isClosed) return;
		isClosed = true;
		output.destroy();
		input.destroy();
		transport.onclose?.();
	};
	const giveUp = (why: string): void => {
		fault ??= why;
		void close();
	};
	const hear = (message: unknown): void => {
		if (isClosed) return;
		// Programs print what is not a message; it is counted, and otherwise let go.
		const isMessage = typeof message === "object" && message !== null && !Array.isArray(message);
		// SECURITY: everything but the answer to a question costs those who wait for another one.
		const isAnswer = isMessage && !("method" in message) && "id" in message && asked.delete(message.id);
		if (!isAnswer && !mayComeUnasked()) giveUp("It floods its client with messages");
		if (isClosed) return;
		// The library reads the members itself, and reports what it does not know.
		const hand = (): void => {
			try {
				if (!isClosed) transport.onmessage?.(message as JSONRPCMessage);
			} catch {
				// SECURITY: whatever a server writes, it must not end the process that reads it.
				giveUp("It wrote a message that cannot be read");
			}
		};
		if (isMessage && "method" in message) hand();
		// The library hears notifications a moment later, and those of an answered call not at all.
		else if (isMessage) setImmediate(hand);
	};
	const read = readLines(messageBytes, {
		onLine: (line) => hear(parsed(line)),
		onLongLine(begin, end) {
			const id = idIn(begin, end);
			if (id === null) giveUp(`It wrote a message of more than ${messageBytes} bytes`);
			// INVARIANT: the caller that waits for it is told; those that wait for other answers of the same server keep waiting.
			else hear({ jsonrpc: "2.0", id, error: { code: TOO_LARGE, message: "too-large" } });
		},
		onEndless: () => giveUp("It wrote a line without an end"),
	});
	const transport: McpServerTransport = {
		fault: () => fault,
		async start() {
			output.on("data", read);
			output.on("error", () => void close());
			output.once("close", () => void close());
			output.once("end", () => void close());
			input.on("error", () => void close());
		},
		async send(message) {
			if (isClosed) throw new Error("The server has ended");
			if ("id" in message && "method" in message) asked.add(message.id);
			if (input.writableLength > MOST_UNREAD) {
				giveUp("It does not read what it is sent");
				throw new Error("The server does not read");
			}
			input.write(`${JSON.stringify(message)}\n`);
		},
		close,
	};
	return transport;
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

/** The id of an answer that was not kept: members stand before or after the result. */
function idIn(begin: string, end: string): number | null {
	const found =
		/^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/.exec(begin) ?? /"id"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(end);
	return found === null ? null : Number(found[1]);
}

/** The reader of a program's lines. */
interface LineReader {
	readonly onLine: (line: string) => void;
	/** A line was too long: its first and last characters, as far as they were kept. The line itself is gone. */
	readonly onLongLine: (begin: string, end: string) => void;
	/** A line never ends. */
	readonly onEndless: () => void;
}

const KEPT = 512;
/** How much of a line that is too long is thrown away before its writer is given up. */
const MOST_THROWN = 256 * 1024 * 1024;
const NEW_LINE = 10;

/**
 * Cuts bytes into lines, of which none takes more memory than `most`.
 * SECURITY: a line of 100 MB is read to its end and never held (test/mcp/gateway/hostile.test.ts).
 */
export function readLines(most: number, { onLine, onLongLine, onEndless }: LineReader): (bytes: Buffer) => void {
	let held: Buffer[] = [];
	let size = 0;
	let thrown: { begin: string; end: Buffer; bytes: number } | null = null;
	const finish = (): void => {
		if (thrown !== null) onLongLine(thrown.begin, thrown.end.toString("latin1"));
		else onLine(Buffer.concat(held).toString("utf8"));
		held = [];
		size = 0;
		thrown = null;
	};
	const take = (part: Buffer): void => {
		if (thrown === null && size + part.length > most) {
			thrown = {
				begin: Buffer.concat([...held, part])
					.subarray(0, KEPT)
					.toString("latin1"),
				end: Buffer.alloc(0),
				bytes: size,
			};
			held = [];
		}
		if (thrown === null) {
			// A copy: what the stream hands out is a part of something larger.
			held.push(Buffer.from(part));
			size += part.length;
			return;
		}
		thrown.end = Buffer.concat([thrown.end, part.subarray(-KEPT)]).subarray(-KEPT);
		thrown.bytes += part.length;
		if (thrown.bytes > MOST_THROWN) onEndless();
	};
	return (bytes) => {
		let from = 0;
		for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, from)) {
			take(bytes.subarray(from, at));
			finish();
			from = at + 1;
		}
		if (from < bytes.length) take(bytes.subarray(from));
	};
}
