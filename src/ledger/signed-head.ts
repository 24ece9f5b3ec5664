import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { LedgerHeadRow } from "../store/index.ts";
import type { SigningKey } from "./signing-key.ts";

/** Signs that the chain of `node` reaches to `seq` and ends in `hash`. */
export function signHead(key: SigningKey, node: string, seq: number, hash: string, at: number): LedgerHeadRow {
	const signature = sign(null, headText(node, seq, hash), key.privateKey).toString("base64");
	return { node, seq, hash, at, signature, publicKey: key.publicKey };
}

/** Whether the signature of a head is that of its key. */
export function headHolds(head: Pick<LedgerHeadRow, "node" | "seq" | "hash" | "signature">, publicKey: string): boolean {
	const key = readPublicKey(publicKey);
	return key !== null && verify(null, headText(head.node, head.seq, head.hash), key, Buffer.from(head.signature, "base64"));
}

function headText(node: string, seq: number, hash: string): Buffer {
	return Buffer.from(JSON.stringify(["writ ledger head", node, seq, hash]));
}

function readPublicKey(text: string): KeyObject | null {
	try {
		const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
		return key.asymmetricKeyType === "ed25519" ? key : null;
	} catch {
		return null;
	}
}
