import type { LedgerHeadRow } from "../store/index.ts";
import { headFileSize, readHeadFile } from "./head-file.ts";
import { headHolds } from "./signed-head.ts";

/** What the file of heads says of one node. */
export interface Witness {
	readonly node: string;
	/** The public keys that the node has signed with. */
	readonly keys: ReadonlySet<string>;
	/** Its furthest head. */
	readonly last: LedgerHeadRow;
	/** How much of the file was there. */
	readonly size: number;
}

/** Hands out the heads of one node in the order of the file, up to a record. */
export interface OpenWitness {
	upTo(seq: number): Promise<readonly LedgerHeadRow[]>;
}

/** Reads the file once: which nodes it knows, their keys and their furthest heads. */
export async function readWitnesses(folder: string): Promise<ReadonlyMap<string, Witness>> {
	const size = headFileSize(folder);
	const found = new Map<string, { keys: Set<string>; last: LedgerHeadRow }>();
	for await (const heads of readHeadFile(folder, size))
		for (const head of heads) {
			const known = found.get(head.node);
			if (known === undefined) found.set(head.node, { keys: new Set([head.publicKey]), last: head });
			else {
				known.keys.add(head.publicKey);
				if (head.seq >= known.last.seq) known.last = head;
			}
		}
	return new Map([...found].map(([node, { keys, last }]) => [node, { node, keys, last, size }]));
}

/** Reads the file again, in step with the chain: it may hold a line for each of a million records. */
export function openWitness(folder: string, witness: Witness | null): OpenWitness {
	if (witness === null) return { upTo: async () => [] };
	const batches = readHeadFile(folder, witness.size);
	let waiting: readonly LedgerHeadRow[] = [];
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
				if (head.node === witness.node && head.seq > seq) return taken;
				if (head.node === witness.node) taken.push(head);
				next++;
			}
		},
	};
}

/** Whether a line of the file is really what it says: a signed head. Only asked when it disagrees, because each answer takes time. */
export function isGenuine(head: LedgerHeadRow): boolean {
	return headHolds(head, head.publicKey);
}
