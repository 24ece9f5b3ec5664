import type { LedgerHeadRow } from "../store/index.ts";
import { type HeadLine, headFileSize, readHeadFile } from "./head-file.ts";
import { headHolds } from "./signed-head.ts";

/** What the file of heads says. */
export interface Witnesses {
	readonly nodes: ReadonlyMap<string, Witness>;
	/** The first line that is no head, counted from 1. */
	readonly garbled: number | null;
}

/** What the file of heads says of one node. */
export interface Witness {
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
export interface OpenWitness {
	upTo(seq: number): Promise<readonly LedgerHeadRow[]>;
}

/** Reads the file once: which nodes it knows, their keys and their furthest heads. */
export async function readWitnesses(folder: string): Promise<Witnesses> {
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
export function openWitness(folder: string, witness: Witness | null): OpenWitness {
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
