import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, randomId, WritError } from "../platform/index.ts";
import type { LedgerHeadRow } from "./ledger-rows.ts";

/** The key that signs the heads of this node. */
export interface SigningKey {
	readonly privateKey: KeyObject;
	/** Base64 of the SPKI form. */
	readonly publicKey: string;
}

/** The name of the key's file in the folder of the ledger. */
export const SIGNING_KEY_FILE = "signing-key.pem";

/** The signing key in the folder, made on the first call. SECURITY: it stays outside the database, and nobody else may read it. */
export function readSigningKey(folder: string): SigningKey {
	const file = join(folder, SIGNING_KEY_FILE);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	makeKey(folder, file);
	const descriptor = openKey(file);
	try {
		const status = fstatSync(descriptor);
		if (!status.isFile()) throw new WritError("key-exposed", `${file} is not a regular file`);
		if ((status.mode & 0o077) !== 0)
			throw new WritError("key-exposed", `Others can read the signing key ${file}: chmod 600 it, and ask who has used it`);
		const privateKey = createPrivateKey(readFileSync(descriptor));
		if (privateKey.asymmetricKeyType !== "ed25519") throw new WritError("key-broken", `${file} holds no Ed25519 key`);
		return { privateKey, publicKey: createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64") };
	} catch (error) {
		if (error instanceof WritError) throw error;
		throw new WritError("key-broken", `The signing key ${file} cannot be read`, { cause: error });
	} finally {
		closeSync(descriptor);
	}
}

function openKey(file: string): number {
	try {
		return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
	} catch (error) {
		throw new WritError("key-broken", `The signing key ${file} cannot be opened`, { cause: error });
	}
}

function makeKey(folder: string, file: string): void {
	if (existsSync(file)) return;
	// Written aside and linked, so that a crash never leaves half a key.
	const draft = join(folder, `.${randomId("signing-key")}`);
	try {
		const descriptor = openSync(draft, "wx", 0o600);
		writeSync(descriptor, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString());
		// A head that is on the disk must not outlive the key that signed it.
		fsyncSync(descriptor);
		closeSync(descriptor);
		linkSync(draft, file);
		const parent = openSync(folder, "r");
		fsyncSync(parent);
		closeSync(parent);
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw new WritError("key-broken", `The signing key ${file} cannot be made`, { cause: error });
	} finally {
		rmSync(draft, { force: true });
	}
}

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
