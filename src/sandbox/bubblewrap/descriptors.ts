import type { StdioOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, readdirSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rememberProcess } from "./memory.ts";

type Stdio = Exclude<StdioOptions, string>;
type Entry = Stdio[number];

/** The descriptors of a program to be started, under the numbers that it will know them by. */
interface DescriptorTable {
	/** Takes the next free number for an entry. */
	add(entry: Entry): number;
	/** All of them, with the descriptor that `nothing` opens in place of every number in `others` that is not taken. */
	stdio(others: readonly number[], nothing: () => number): Entry[];
}

/** Begins a table with standard input, output and error. */
export function descriptorTable(standard: readonly Entry[]): DescriptorTable {
	const entries = [...standard];
	return {
		add: (entry) => entries.push(entry) - 1,
		stdio(others, nothing) {
			const free = others.filter((number) => number >= entries.length);
			if (free.length === 0) return entries;
			const [length, replaced, empty] = [Math.max(...free) + 1, new Set(free), nothing()];
			return Array.from({ length }, (_, number) => entries[number] ?? (replaced.has(number) ? empty : "ignore"));
		},
	};
}

/**
 * Descriptors above 2 that this process hands on to every program it starts, because they are not marked close-on-exec.
 * INVARIANT: those that Node itself was started with, and no others: it marks whatever it opens, and has no means to take a mark away. So
 * they are looked for once, since each descriptor costs a look.
 */
export const inheritedDescriptors: () => readonly number[] = rememberProcess(() =>
	readdirSync("/proc/self/fd")
		.map(Number)
		.filter((descriptor) => descriptor > 2 && !closesOnExec(descriptor)),
);

const CLOSE_ON_EXEC = 0o2000000;

function closesOnExec(descriptor: number): boolean {
	try {
		const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
		return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
	} catch {
		// Closed in the meantime, such as the descriptor that listed the folder.
		return true;
	}
}

/**
 * A file without a name, as a descriptor: what bubblewrap reads is whole before it starts, and where it writes never breaks off.
 * It lies in memory where that is possible, since it may hold values of the environment.
 */
export function holdFile(content: string | Uint8Array = ""): number {
	const bytes = typeof content === "string" ? Buffer.from(content) : content;
	try {
		return filled(openSync(MEMORY, constants.O_RDWR | constants.O_DIRECTORY | O_TMPFILE, 0o600), bytes);
	} catch {
		// It is not there, or full, or knows no files without names.
		return filled(openNamed(join(tmpdir(), `writ-${randomUUID()}`)), bytes);
	}
}

const MEMORY = "/dev/shm";
/** Of open(2) on Linux, which Node does not name: a new file in a directory that nothing leads to. */
const O_TMPFILE = 0o20000000;

function openNamed(path: string): number {
	const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
	try {
		unlinkSync(path);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}

function filled(descriptor: number, bytes: Uint8Array): number {
	try {
		// Written by position, so that a reader starts at the beginning.
		for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}
