import { closeSync, constants, fstatSync, openSync, read, readFileSync, readlinkSync, readSync, type Stats, write } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { promisify } from "node:util";
import { errorCode } from "../platform/index.ts";

/** What feeds a program. */
export interface InputPump {
	/** To be called when the program is gone. */
	stop(): Promise<void>;
}

const BLOCK = 65_536;

/**
 * Feeds a pipe from a file. What the program did not take stays in the file for the next reader, as in a `while read` around a
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
		// Not opened again: a pipe that is opened after its last writer has gone never reports its end.
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
	// INVARIANT: only now, when nothing more is written: before, the writer would not notice that the program has stopped reading.
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

/**
 * Writes everything that comes out of a pipe to a file; settles when all is written, with the error by which something was lost.
 * A program whose output cannot be written is told so by the end of its pipe.
 */
export async function pumpOutput(from: number, to: number, onBytes?: (bytes: Uint8Array) => void): Promise<string | null> {
	const source = new Socket({ fd: from, readable: true, writable: false });
	try {
		for await (const bytes of source) {
			onBytes?.(bytes);
			await writeAll(to, bytes);
		}
		return null;
	} catch (error) {
		return errorCode(error);
	} finally {
		source.destroy();
	}
}

/**
 * What lies behind standard input, output or error: a terminal; something that a program may hold itself (`direct`); a file with
 * positions; something that only flows, such as a socket; a directory.
 */
export type StreamKind = "terminal" | "direct" | "file" | "flow" | "directory";

/**
 * Tells what a descriptor leads to.
 * SECURITY: a process that holds a file can open it again through /proc/self/fd, with rights it was not opened with; one that holds a directory,
 * everything below it. A socket stays in the network that it was made in, where it can be given a name or connected again. A pipe leads
 * nowhere else, and neither does /dev/null.
 */
export function streamKind(descriptor: number): StreamKind {
	if (isatty(descriptor)) return "terminal";
	const stats = fstatSync(descriptor);
	if (stats.isDirectory()) return "directory";
	if (isNull(stats) || (stats.isFIFO() && isNameless(descriptor))) return "direct";
	return stats.isFile() || stats.isBlockDevice() ? "file" : "flow";
}

/** Whether two descriptors write to the same file at the same place, as after `> file 2>&1`. */
export function isSameStream(one: number, other: number): boolean {
	const [first, second] = [fstatSync(one), fstatSync(other)];
	return first.dev === second.dev && first.ino === second.ino && placeOf(one) === placeOf(other);
}

/** Where in its file a descriptor stands. */
function positionOf(descriptor: number): number {
	return Number(/^pos:\s*(\d+)$/m.exec(placeOf(descriptor))?.[1] ?? 0);
}

/** Major 1, minor 3. */
const NULL_DEVICE = 0x103;

function isNull(stats: Stats): boolean {
	return stats.isCharacterDevice() && stats.rdev === NULL_DEVICE;
}

function isNameless(descriptor: number): boolean {
	return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("pipe:[");
}

function placeOf(descriptor: number): string {
	return readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1");
}

const readOnce = promisify(read);
const writeOnce = promisify(write);

/** Reads from a descriptor into a block, at a position or (`null`) where it stands; 0 at its end. */
async function readAt(descriptor: number, block: Uint8Array, position: number | null): Promise<number> {
	const { bytesRead } = await readOnce(descriptor, block, 0, block.length, position);
	return bytesRead;
}

/** Writes all bytes where a descriptor stands; `onWritten` counts them as they go, even when the rest cannot be written. */
async function writeAll(descriptor: number, bytes: Uint8Array, onWritten?: (count: number) => void): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		const bytesWritten = await writeSome(descriptor, bytes.subarray(done));
		onWritten?.(bytesWritten);
		done += bytesWritten;
	}
}

async function writeSome(descriptor: number, bytes: Uint8Array): Promise<number> {
	try {
		return (await writeOnce(descriptor, bytes)).bytesWritten;
	} catch (error) {
		// The maker of the descriptor wanted writes that do not wait.
		if (errorCode(error) !== "EAGAIN") throw error;
		await sleep(5);
		return 0;
	}
}
