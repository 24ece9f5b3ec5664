import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { isatty, ReadStream } from "node:tty";
import { readAt, writeAll } from "./read-and-write.ts";
import { positionOf } from "./stream-kind.ts";

/** What feeds a program. */
export interface InputPump {
	/** To be called when the program is gone. */
	stop(): Promise<void>;
}

const BLOCK = 65_536;

/**
 * Feeds a pipe from a file. What the program did not take stays in the file for whoever reads it next, as in a `while read` around a
 * program that reads nothing: the file is read without moving its own position, which moves at the end by what was taken.
 */
export function pumpFile(from: number, to: number): InputPump {
	const feeding = feed(blocksOf(from, positionOf(from)), to);
	return {
		async stop() {
			const { written, rest } = await feeding;
			moveBy(from, written - drain(rest));
		},
	};
}

/** Feeds a pipe from something that only flows: a terminal, a socket, a pipe with a name, or a device. */
export function pumpFlow(from: number, to: number): InputPump {
	const source = streamOf(from);
	const feeding = feed(source ?? blocksOf(from, null), to);
	return {
		async stop() {
			// For what a device says it may have to be waited without an end.
			if (source === null) return;
			source.destroy();
			closeSync((await feeding).rest);
		},
	};
}

/** What can be listened to, and given up, while nothing comes. */
function streamOf(from: number): Socket | null {
	if (isatty(from)) return new ReadStream(from);
	const stats = fstatSync(from);
	try {
		// Not opened anew: whoever opens a pipe after its last writer has gone never hears of its end.
		return stats.isFIFO() || stats.isSocket() ? new Socket({ fd: from, readable: true, writable: false }) : null;
	} catch {
		// A socket for single messages is read like a device.
		return null;
	}
}

async function* blocksOf(from: number, begin: number | null): AsyncGenerator<Uint8Array> {
	const block = Buffer.alloc(BLOCK);
	for (let position = begin; ; ) {
		const length = await readAt(from, block, position);
		if (length === 0) return;
		yield block.subarray(0, length);
		if (position !== null) position += length;
	}
}

/** Writes until there is no more, or nobody takes it; `rest` reads what was not taken. */
async function feed(blocks: AsyncIterable<Uint8Array>, to: number): Promise<{ readonly written: number; readonly rest: number }> {
	let written = 0;
	try {
		for await (const block of blocks) {
			await writeAll(to, block, (count) => {
				written += count;
			});
		}
	} catch {
		// Nobody reads any more, or what is read cannot be; either way this is the end of the input.
	}
	// INVARIANT: only now, when nothing more is written: before, whoever writes would not notice that the program reads no more.
	const rest = openSync(`/proc/self/fd/${to}`, constants.O_RDONLY | constants.O_NONBLOCK);
	closeSync(to);
	return { written, rest };
}

function drain(rest: number): number {
	const block = Buffer.alloc(BLOCK);
	let left = 0;
	try {
		for (let length = 1; length > 0; left += length) length = readSync(rest, block);
	} catch {
		// Empty, although a program that is not quite gone could still write.
	}
	closeSync(rest);
	return left;
}

/** Only reading moves a position in Node. */
function moveBy(from: number, count: number): void {
	const block = Buffer.alloc(16 * BLOCK);
	try {
		for (let left = count; left > 0; ) {
			const length = readSync(from, block, 0, Math.min(left, block.length), null);
			if (length === 0) return;
			left -= length;
		}
	} catch {
		// A file that can no longer be read has no place to keep.
	}
}
