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
import type { Store } from "../store/index.ts";
import { NO_HASH } from "./ledger-record.ts";
import { findLastLedgerRow, findLedgerHead, type LedgerHeadRow, listLedgerNodes } from "./ledger-rows.ts";
import { headHolds, SIGNING_KEY_FILE } from "./signing.ts";

/** The file of signed heads beside the database, one line for each commit: it remembers what a database forgets. */
export interface HeadFile {
	append(head: HeadLine): void;
	/** Forces what was appended to the disk. */
	sync(): void;
	close(): void;
}

/** One line: a head; `lost` = the file of the ledger that was not there any more when it was written. */
interface HeadLine extends LedgerHeadRow {
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
function headFileSize(folder: string): number {
	try {
		return statSync(join(folder, HEADS_FILE)).size;
	} catch (error) {
		if (errorCode(error) === "ENOENT") return 0;
		throw error;
	}
}

/** The lines in the first `size` bytes of the file, some at a time; `null` for one that is not a head. */
async function* readHeadFile(folder: string, size: number): AsyncGenerator<readonly (HeadLine | null)[]> {
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

/** What the file of heads says. */
export interface HeadsOnFile {
	readonly nodes: ReadonlyMap<string, NodeHeads>;
	/** The first line that is not a head, counted from 1. */
	readonly garbled: number | null;
}

/** What the file of heads says of one node. */
export interface NodeHeads {
	readonly node: string;
	/** The public keys that the node has signed with. */
	readonly keys: ReadonlySet<string>;
	/** Its furthest head. */
	readonly last: LedgerHeadRow;
	/** Whether its first line is one that a start writes; otherwise the lines before it were cut off. */
	readonly begun: boolean;
	/** The first line that tells of a lost file. */
	readonly loss: HeadLine | null;
	/** How much of the file was there. */
	readonly size: number;
}

/** Hands out the heads of one node in the order of the file, up to a record. */
export interface OpenNodeHeads {
	upTo(seq: number): Promise<readonly LedgerHeadRow[]>;
}

/** Reads the file once: which nodes it knows, their keys and their furthest heads. */
export async function readHeadsOnFile(folder: string): Promise<HeadsOnFile> {
	const size = headFileSize(folder);
	const found = new Map<string, { keys: Set<string>; last: LedgerHeadRow; loss: HeadLine | null; begun: boolean }>();
	let line = 0;
	let garbled: number | null = null;
	for await (const heads of readHeadFile(folder, size))
		for (const head of heads) {
			line++;
			if (head === null) {
				garbled ??= line;
				continue;
			}
			const known = found.get(head.node) ?? { keys: new Set(), last: head, loss: null, begun: isBeginning(head) };
			found.set(head.node, known);
			known.keys.add(head.publicKey);
			if (head.lost !== undefined) known.loss ??= head;
			if (head.seq >= known.last.seq) known.last = head;
		}
	return { nodes: new Map([...found].map(([node, known]) => [node, { node, size, ...known }])), garbled };
}

function isBeginning({ seq, lost, acknowledged }: HeadLine): boolean {
	return seq === 0 || lost !== undefined || acknowledged !== undefined;
}

/** Reads the file again, in step with the chain: it may hold a line for each of a million records. */
export function openNodeHeads(folder: string, witness: NodeHeads | null): OpenNodeHeads {
	if (witness === null) return { upTo: async () => [] };
	const batches = readHeadFile(folder, witness.size);
	let waiting: readonly (HeadLine | null)[] = [];
	let next = 0;
	return {
		async upTo(seq) {
			const taken: LedgerHeadRow[] = [];
			for (;;) {
				const head = waiting[next];
				if (head === undefined) {
					const batch = await batches.next();
					if (batch.done === true) return taken;
					waiting = batch.value;
					next = 0;
					continue;
				}
				if (head?.node === witness.node && head.seq > seq) return taken;
				if (head?.node === witness.node) taken.push(head);
				next++;
			}
		},
	};
}

/** Whether a line of the file is really what it says: a signed head. Only asked when it disagrees, because each answer takes time. */
export function isGenuine(head: LedgerHeadRow): boolean {
	return headHolds(head, head.publicKey);
}

/** A chain whose files in the folder of the ledger are gone, and where it stood when that was seen. */
interface Loss {
	readonly node: string;
	readonly seq: number;
	readonly hash: string;
	/** The file that is missing, or that is not the one it was. */
	readonly lost: string;
}

/**
 * Finds the chains in the database that the folder does not know any more, or not by this key. An embedded database has one home, so
 * there every chain must be known; other nodes of a shared one have folders of their own.
 */
export async function findLosses(store: Store, { nodes }: HeadsOnFile, own: string, publicKey: string): Promise<readonly Loss[]> {
	return store.look(async (connection) => {
		const losses: Loss[] = [];
		for (const node of store.database === "sqlite" ? await listLedgerNodes(connection) : [own]) {
			const witness = nodes.get(node);
			if (witness !== undefined && (node !== own || witness.keys.has(publicKey))) continue;
			const end =
				(await findLastLedgerRow(connection, node).catch(() => null)) ?? (await findLedgerHead(connection, node).catch(() => null));
			if (end === null && witness === undefined) continue;
			const seq = Number.isSafeInteger(end?.seq) ? (end?.seq ?? 0) : 0;
			losses.push({ node, seq, hash: end?.hash ?? NO_HASH, lost: witness === undefined ? HEADS_FILE : SIGNING_KEY_FILE });
		}
		return losses;
	});
}

/** What a person reads of a loss, with the way to acknowledge it. */
export function lossMessage({ node, lost }: Pick<Loss, "node" | "lost">): string {
	const what = lost === SIGNING_KEY_FILE ? "was missing or another one" : "was missing or empty";
	return `ledger/${lost} ${what} although node ${node} had records: find out why, then rename "lost" to "acknowledged" in ledger/${HEADS_FILE}`;
}
