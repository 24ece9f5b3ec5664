import { findLastLedgerRow, findLedgerHead, listLedgerNodes, type Store } from "../store/index.ts";
import { HEADS_FILE } from "./head-file.ts";
import { NO_HASH } from "./ledger-record.ts";
import { SIGNING_KEY_FILE } from "./signing-key.ts";
import type { Witnesses } from "./witness.ts";

/** A chain whose files in the folder of the ledger are gone, and where it stood when that was seen. */
export interface Loss {
	readonly node: string;
	readonly seq: number;
	readonly hash: string;
	/** The file that is missing, or that is another one than before. */
	readonly lost: string;
}

/**
 * Finds the chains in the database that the folder does not know any more, or not by this key. An embedded database has one home, so
 * there every chain must be known; other nodes of a shared one have folders of their own.
 */
export async function findLosses(store: Store, { nodes }: Witnesses, own: string, publicKey: string): Promise<readonly Loss[]> {
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
