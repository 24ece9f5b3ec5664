import { setImmediate } from "node:timers/promises";
import { type Connection, findLastLedgerRow, findLedgerHead, type LedgerHeadRow, listLedgerNodes, type Store } from "../store/index.ts";
import type { BadRecord, Look } from "./bad-record.ts";
import { lossMessage } from "./find-losses.ts";
import { HEADS_FILE } from "./head-file.ts";
import { findRetention } from "./retain-records.ts";
import { headHolds } from "./signed-head.ts";
import { verifyChain } from "./verify-chain.ts";
import { openWitness, readWitnesses, type Witness, type Witnesses } from "./witness.ts";

/** What verify found. */
export interface Verification {
	readonly ok: boolean;
	/** How many records were looked at. */
	readonly records: number;
	readonly heads: readonly {
		readonly node: string;
		readonly seq: number;
		readonly hash: string;
		readonly at: number;
		readonly ok: boolean;
	}[];
	readonly first_bad: BadRecord | null;
	/** The first bad record of every node that has one. */
	readonly bad: readonly BadRecord[];
}

/**
 * Checks every chain in the database against itself, against the signed heads and against the file of heads in the folder.
 * It needs no private key, and the server may go on writing meanwhile.
 */
export async function verifyLedger(
	source: Pick<Store, "look"> | Connection,
	{ folder }: { readonly folder: string },
): Promise<Verification> {
	const look: Look = async (work) => {
		await setImmediate();
		return "look" in source ? source.look(work) : work(source);
	};
	// The file first: a line is written after its commit, so whatever it says is in the database by now.
	const witnesses = await readWitnesses(folder);
	const nodes = new Set([...(await look(listLedgerNodes)), ...witnesses.nodes.keys()]);
	const outcomes = [];
	for (const node of [...nodes].toSorted()) outcomes.push(await verifyNode(look, folder, node, witnesses));
	const bad = outcomes.map((outcome) => outcome.bad).filter((one) => one !== null);
	return {
		ok: bad.length === 0,
		records: outcomes.reduce((sum, { records }) => sum + records, 0),
		heads: outcomes.map(({ head }) => head).filter((head) => head !== null),
		first_bad: bad[0] ?? null,
		bad,
	};
}

async function verifyNode(look: Look, folder: string, node: string, witnesses: Witnesses) {
	const witness = witnesses.nodes.get(node) ?? null;
	const { head, last, later, keys, retention } = await look((connection) => readState(connection, node, witness));
	const signed = isSigned(head, keys);
	const promised = furthest(signed ? head : null, witness);
	const walk = await verifyChain({
		look,
		node,
		keys,
		retention,
		end: last ?? promised?.seq ?? 0,
		promised,
		witness: openWitness(folder, witness),
	});
	const shown = head === null ? null : { node, seq: head.seq, hash: head.hash, at: head.at, ok: signed };
	const isNew = head === null && last === null && promised?.seq === 0;
	const headFault = signed || isNew ? null : { node, seq: Math.max(walk.reached, 1), fault: "bad-signature" as const };
	// Records behind the signed head are nobody's.
	const unsigned =
		last !== null && later !== null && last > later.seq ? { node, seq: later.seq + 1, fault: "bad-signature" as const } : null;
	const missing = missingMessage(witnesses, witness);
	const fileFault =
		missing === null
			? null
			: { node, seq: Math.max(witness?.loss?.seq ?? walk.reached, 1), fault: "bad-signature" as const, message: missing };
	return { head: shown, records: walk.records, bad: walk.bad ?? fileFault ?? headFault ?? unsigned };
}

/** SECURITY: a database that nothing outside of it confirms may be anybody's; what is wrong with the folder is said and never passed over. */
function missingMessage({ nodes, garbled }: Witnesses, witness: Witness | null): string | null {
	if (nodes.size === 0)
		return `ledger/${HEADS_FILE} is missing, empty or unreadable: nothing but the database itself speaks for its records`;
	if (witness === null) return null;
	if (witness.loss?.lost !== undefined) return lossMessage({ node: witness.node, lost: witness.loss.lost });
	if (!witness.begun) return `ledger/${HEADS_FILE} has lost its beginning`;
	return garbled === null ? null : `ledger/${HEADS_FILE} was edited: line ${garbled} is no head`;
}

/** SECURITY: whoever edits the database may leave numbers that cannot even be read; then they are not there. */
async function readState(connection: Connection, node: string, witness: Witness | null) {
	// The head before and after the last record: a server may be writing, and not every database shows one moment.
	const head = await findLedgerHead(connection, node).catch(() => null);
	const last = await findLastLedgerRow(connection, node).catch(() => null);
	const later = await findLedgerHead(connection, node).catch(() => null);
	// SECURITY: a key that the folder knows beats the one that stands beside the signature in the database.
	const own = head === null ? [] : [head.publicKey];
	const keys = witness === null ? own : [...witness.keys];
	const retention = await findRetention(connection, node, keys).catch(() => null);
	return { head, last: Number.isSafeInteger(last?.seq) ? (last?.seq ?? null) : null, later, keys, retention };
}

function isSigned(head: LedgerHeadRow | null, keys: readonly string[]): boolean {
	return head !== null && keys.includes(head.publicKey) && headHolds(head, head.publicKey);
}

/** How far the chain must reach: what was signed for certain. */
function furthest(head: LedgerHeadRow | null, witness: Witness | null): LedgerHeadRow | null {
	const pinned = witness !== null && headHolds(witness.last, witness.last.publicKey) ? witness.last : null;
	if (head === null || pinned === null) return head ?? pinned;
	return pinned.seq > head.seq ? pinned : head;
}
