import { fstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { isatty } from "node:tty";

/**
 * What lies behind standard input, output or error: a terminal; something that a program may hold itself (`direct`); a file with
 * positions; something that only flows, such as a socket; a directory.
 */
export type StreamKind = "terminal" | "direct" | "file" | "flow" | "directory";

/**
 * Tells what a descriptor leads to.
 * SECURITY: who holds a file can open it anew through /proc/self/fd, with rights that it was not opened with, and who holds a directory
 * everything below it. A socket stays in the network that it was made in, where it can be given a name or connected anew. A pipe leads
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
export function positionOf(descriptor: number): number {
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
