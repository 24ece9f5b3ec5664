import {
	closeSync,
	createReadStream,
	existsSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readSync,
	statSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "../platform/index.ts";
import type { LedgerHeadRow } from "../store/index.ts";

/** The file of signed heads beside the database, one line for each commit: it remembers what a database forgets. */
export interface HeadFile {
	append(head: HeadLine): void;
	/** Forces what was appended to the disk. */
	sync(): void;
	close(): void;
}

/** One line: a head; `lost` = the file of the ledger that was not there any more when it was written. */
export interface HeadLine extends LedgerHeadRow {
	readonly lost?: string;
	/** What `lost` is called once a person knows why. */
	readonly acknowledged?: string;
}

/** The name of the file in the folder of the ledger. */
export const HEADS_FILE = "heads.jsonl";

/**
 * Opens the file for appending. A line is written after its commit and not forced to the disk: the same head stands in the database,
 * which is, so a crash between the two costs the line and nothing else.
 */
export function openHeadFile(folder: string): HeadFile {
	const descriptor = openSync(join(folder, HEADS_FILE), "a+", 0o600);
	cutTornLine(descriptor);
	let unwritten = Buffer.alloc(0);
	const write = (): void => {
		try {
			unwritten = unwritten.subarray(writeSync(descriptor, unwritten));
		} catch {
			// The disk may be full. The commit stands, its head is in the database, and the line goes out with the next one.
			if (unwritten.length > MOST_UNWRITTEN) unwritten = firstAndLast(unwritten);
		}
	};
	return {
		append(head) {
			unwritten = Buffer.concat([unwritten, Buffer.from(`${JSON.stringify(lineOf(head))}\n`)]);
			write();
		},
		sync() {
			fsyncSync(descriptor);
			const parent = openSync(folder, "r");
			fsyncSync(parent);
			closeSync(parent);
		},
		close() {
			write();
			closeSync(descriptor);
		},
	};
}

const MOST_UNWRITTEN = 65_536;

/** The first line may be the rest of one whose beginning is in the file already; of the others the furthest head says enough. */
function firstAndLast(lines: Buffer): Buffer<ArrayBuffer> {
	const first = lines.subarray(0, lines.indexOf(10) + 1);
	return Buffer.concat([first, lines.subarray(lines.lastIndexOf(10, -2) + 1)]);
}

/** How long the file is, 0 when there is none. */
export function headFileSize(folder: string): number {
	try {
		return statSync(join(folder, HEADS_FILE)).size;
	} catch (error) {
		if (errorCode(error) === "ENOENT") return 0;
		throw error;
	}
}

/** The lines in the first `size` bytes of the file, some at a time; `null` for one that is no head. */
export async function* readHeadFile(folder: string, size: number): AsyncGenerator<readonly (HeadLine | null)[]> {
	const file = join(folder, HEADS_FILE);
	if (size === 0 || !existsSync(file)) return;
	let rest = "";
	for await (const chunk of createReadStream(file, { encoding: "utf8", end: size - 1, highWaterMark: 1 << 20 })) {
		const lines = `${rest}${String(chunk)}`.split("\n");
		rest = lines.pop() ?? "";
		yield lines.map(readLine);
	}
}

function lineOf({ node, seq, hash, at, signature, publicKey, lost }: HeadLine): unknown {
	return { node, seq, hash, at, signature, public_key: publicKey, lost };
}

function readLine(line: string): HeadLine | null {
	try {
		const { node, seq, hash, at, signature, public_key: publicKey, lost, acknowledged } = JSON.parse(line);
		const texts = [node, hash, signature, publicKey, lost ?? "", acknowledged ?? ""];
		if (!texts.every((text) => typeof text === "string") || !Number.isSafeInteger(seq)) return null;
		return {
			node,
			seq,
			hash,
			at: Number(at),
			signature,
			publicKey,
			...(lost !== undefined && { lost }),
			...(acknowledged !== undefined && { acknowledged }),
		};
	} catch {
		return null;
	}
}

/** A crash may have left half a line, which would spoil the next one. */
function cutTornLine(descriptor: number): void {
	let { size } = fstatSync(descriptor);
	for (;;) {
		const tail = Buffer.alloc(Math.min(size, 65_536));
		readSync(descriptor, tail, 0, tail.length, size - tail.length);
		const end = size - tail.length + tail.lastIndexOf(10) + 1;
		if (end === size) return;
		ftruncateSync(descriptor, end);
		size = end;
	}
}
