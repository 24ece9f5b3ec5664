import { createHash } from "node:crypto";
import { digestTerms, type Origins, type Places, type Terms, type Writ, type WritDigest } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { type Connection, firstRow, type Row, type Transaction, textOf } from "../../store/index.ts";
import { corrupt } from "./agent.ts";
import { rememberDigests, rememberPlaces, rememberSealed } from "./memory.ts";

/** What agents of one grant share: one row in the store, one object in memory, and what the engine compiles from it. */
interface SealedTerms {
	readonly hash: string;
	readonly terms: Terms;
	readonly digest: WritDigest;
	readonly origins: Origins;
}

/** Keeps a writ's terms and origins in the store once, and says under which hash. */
export async function storeSealedTerms(transaction: Transaction, writ: Writ): Promise<string> {
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
	return wish === undefined ? null : storeSealedTerms(transaction, { ...writ, terms: wish, digest: digestTerms(wish) });
}

/** The grant of a hash. */
export const loadSealedTerms: (connection: Connection, hash: string) => Promise<SealedTerms> = rememberSealed(async (connection, hash) => {
	const row = await findSealedRow(connection, hash);
	if (row === null) throw corrupt(`the grant ${hash} is missing`);
	return readSealedTerms(row);
});

/** What a digest stands for, even when no living agent holds it any more. */
export async function findTerms(connection: Connection, digest: string): Promise<Terms | null> {
	const row = await findSealedRowByDigest(connection, digest);
	return row === null ? null : readSealedTerms(row).terms;
}

/**
 * A row as a grant.
 * SECURITY: a row that was edited in the database is refused, because neither the terms fit their digest nor the whole its hash (sealed-terms.test.ts).
 */
export function readSealedTerms(row: Row): SealedTerms {
	const [hash, digest, termsText, originsText] = ["hash", "digest", "terms", "origins"].map((column) => textOf(row, column));
	if (hash === undefined || termsText === undefined || originsText === undefined || hashOf(termsText, originsText) !== hash)
		throw corrupt(`the grant ${hash} was changed`);
	const terms = parseFrozen<Terms>(termsText);
	const found = digestTerms(terms);
	if (found !== digest) throw corrupt(`the terms of ${digest} hash to ${found}`);
	return Object.freeze({ hash, terms, digest: found, origins: parseFrozen<Origins>(originsText) });
}

/** The digest of terms whose text is part of the hash. */
const digestOf = rememberDigests((_hash, terms) => digestTerms(terms));

function hashOf(terms: string, origins: string): string {
	return createHash("sha256").update(terms).update("\n").update(origins).digest("hex");
}

/** Places as a row holds them. */
export function storedPlaces({ written, real, relocated, home }: Places): string {
	return JSON.stringify({ written, real, relocated, home });
}

/** The places of a row. */
export const readPlaces: (text: string) => Places = rememberPlaces((text) => {
	const { written, real, relocated, home } = parseFrozen<Places>(text);
	const unmoved = JSON.stringify(written) === JSON.stringify(real);
	return Object.freeze({ written, real: unmoved ? written : real, relocated, home });
});

/**
 * JSON that we wrote ourselves, frozen through and through. Objects have no prototype, as those of the engine that hold
 * names from outside: `constructor` is then a name like any other.
 */
function parseFrozen<T>(text: string): T {
	return JSON.parse(text, (_key, value: unknown) => {
		if (typeof value !== "object" || value === null) return value;
		return Object.freeze(Array.isArray(value) ? value : Object.assign(Object.create(null), value));
	}) as T;
}

/** What agents of one grant share, as it is stored. */
interface SealedRow {
	readonly hash: string;
	readonly digest: string;
	readonly terms: string;
	readonly origins: string;
}

/** Keeps a grant once, however many agents hold it. */
async function insertSealedRow(transaction: Transaction, { hash, digest, terms, origins }: SealedRow): Promise<void> {
	await transaction.run("INSERT INTO sealed (hash, digest, terms, origins) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", [
		hash,
		digest,
		terms,
		origins,
	]);
}

function findSealedRow(connection: Connection, hash: string): Promise<Row | null> {
	return firstRow(connection, "SELECT hash, digest, terms, origins FROM sealed WHERE hash = ?", [hash]);
}

/** Any grant of this digest, also one that no living agent holds. */
function findSealedRowByDigest(connection: Connection, digest: string): Promise<Row | null> {
	return firstRow(connection, "SELECT hash, digest, terms, origins FROM sealed WHERE digest = ? ORDER BY hash LIMIT 1", [digest]);
}
