import { createHash } from "node:crypto";
import { digestTerms, type Origins, type Terms, type Writ, type WritDigest } from "../engine/index.ts";
import { WritError } from "../platform/index.ts";
import {
	type Connection,
	findSealedRow,
	findSealedRowByDigest,
	insertSealedRow,
	type Row,
	type Transaction,
	textOf,
} from "../store/index.ts";
import { corrupt } from "./agent.ts";
import { parseFrozen } from "./parse-frozen.ts";

/** What agents of one grant share: one row in the store, one object in memory, and what the engine compiles from it. */
export interface SealedGrant {
	readonly hash: string;
	readonly terms: Terms;
	readonly digest: WritDigest;
	readonly origins: Origins;
}

/** How many grants are known in memory. */
const MOST = 1_024;
const kept = new Map<string, SealedGrant>();
const digests = new Map<string, WritDigest>();

/** Keeps a writ's terms and origins in the store once, and says under which hash. */
export async function storeSealedGrant(transaction: Transaction, writ: Writ): Promise<string> {
	const terms = JSON.stringify(writ.terms);
	const origins = JSON.stringify(writ.origins);
	const hash = hashOf(terms, origins);
	const digest = digestOf(hash, writ.terms);
	if (digest !== writ.digest) throw new WritError("bad-digest", `The writ of ${writ.agent} does not hold what its digest says`);
	await insertSealedRow(transaction, { hash, digest, terms, origins });
	return hash;
}

/** Keeps what an agent wished for where its parent cut it down, since that binds it too; `null` = it has what it wished for. */
export async function storeWish(transaction: Transaction, writ: Writ): Promise<string | null> {
	const wish = writ.bounds?.find(({ agent }) => agent === writ.agent)?.terms;
	return wish === undefined ? null : storeSealedGrant(transaction, { ...writ, terms: wish, digest: digestTerms(wish) });
}

/** The grant of a hash. */
export async function loadSealedGrant(connection: Connection, hash: string): Promise<SealedGrant> {
	const known = kept.get(hash);
	if (known !== undefined) return known;
	const row = await findSealedRow(connection, hash);
	if (row === null) throw corrupt(`the grant ${hash} is missing`);
	return keep(readSealedGrant(row));
}

/** What a digest stands for, also when no living agent holds it any more. */
export async function findTerms(connection: Connection, digest: string): Promise<Terms | null> {
	const row = await findSealedRowByDigest(connection, digest);
	if (row === null) return null;
	return (kept.get(textOf(row, "hash")) ?? readSealedGrant(row)).terms;
}

/**
 * A row as a grant.
 * SECURITY: a row that was edited in the database is refused, because neither the terms fit their digest nor the whole its hash (sealed-grant.test.ts).
 */
export function readSealedGrant(row: Row): SealedGrant {
	const [hash, digest, termsText, originsText] = ["hash", "digest", "terms", "origins"].map((column) => textOf(row, column));
	if (hash === undefined || termsText === undefined || originsText === undefined || hashOf(termsText, originsText) !== hash)
		throw corrupt(`the grant ${hash} was changed`);
	const terms = parseFrozen<Terms>(termsText);
	const found = digestTerms(terms);
	if (found !== digest) throw corrupt(`the terms of ${digest} hash to ${found}`);
	return Object.freeze({ hash, terms, digest: found, origins: parseFrozen<Origins>(originsText) });
}

function keep(grant: SealedGrant): SealedGrant {
	makeRoom(kept);
	kept.set(grant.hash, grant);
	return grant;
}

/** The digest of terms whose text is part of the hash: worked out once, because many agents are made of one profile. */
function digestOf(hash: string, terms: Terms): WritDigest {
	const known = kept.get(hash)?.digest ?? digests.get(hash);
	if (known !== undefined) return known;
	const digest = digestTerms(terms);
	makeRoom(digests);
	digests.set(hash, digest);
	return digest;
}

function makeRoom(map: Map<string, unknown>): void {
	const [oldest] = map.keys();
	if (map.size >= MOST && oldest !== undefined) map.delete(oldest);
}

function hashOf(terms: string, origins: string): string {
	return createHash("sha256").update(terms).update("\n").update(origins).digest("hex");
}
