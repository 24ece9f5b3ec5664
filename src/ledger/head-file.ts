import { closeSync, createReadStream, existsSync, fstatSync, ftruncateSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../platform/index.ts";
import type { LedgerHeadRow } from "../store/index.ts";

/** The file of signed heads beside the database, one line for each commit: it remembers what a database forgets. */
export interface HeadFile {
	append(head: LedgerHeadRow): void;
	close(): void;
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
	let unwritten = "";
	return {
		append(head) {
			unwritten += `${JSON.stringify(lineOf(head))}\n`;
			try {
				const bytes = Buffer.from(unwritten);
				const written = writeSync(descriptor, bytes);
				unwritten = bytes.subarray(written).toString();
			} catch {
				// The disk may be full. The commit stands, its head is in the database, and the line goes out with the next one.
				if (unwritten.length > 65_536) unwritten = "";
			}
		},
		close: () => closeSync(descriptor),
	};
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

/** The heads in the first `size` bytes of the file, some at a time; lines that are none are left out. */
export async function* readHeadFile(folder: string, size: number): AsyncGenerator<readonly LedgerHeadRow[]> {
	const file = join(folder, HEADS_FILE);
	if (size === 0 || !existsSync(file)) return;
	let rest = "";
	for await (const chunk of createReadStream(file, { encoding: "utf8", end: size - 1, highWaterMark: 1 << 20 })) {
		const lines = `${rest}${String(chunk)}`.split("\n");
		rest = lines.pop() ?? "";
		yield lines.map(readLine).filter((head) => head !== null);
	}
}

function lineOf({ node, seq, hash, at, signature, publicKey }: LedgerHeadRow): unknown {
	return { node, seq, hash, at, signature, public_key: publicKey };
}

function readLine(line: string): LedgerHeadRow | null {
	try {
		const { node, seq, hash, at, signature, public_key: publicKey } = JSON.parse(line);
		const texts = [node, hash, signature, publicKey];
		if (!texts.every((text) => typeof text === "string") || !Number.isSafeInteger(seq)) return null;
		return { node, seq, hash, at: Number(at), signature, publicKey };
	} catch {
		return null;
	}
}

/** A crash may have left half a line, which would spoil the next one. */
function cutTornLine(descriptor: number): void {
	const { size } = fstatSync(descriptor);
	const tail = Buffer.alloc(Math.min(size, 65_536));
	readSync(descriptor, tail, 0, tail.length, size - tail.length);
	if (size === 0 || tail.at(-1) === 10) return;
	ftruncateSync(descriptor, size - tail.length + tail.lastIndexOf(10) + 1);
}
