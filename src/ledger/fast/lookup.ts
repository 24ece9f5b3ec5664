import {
	type Connection,
	firstRow,
	numberOf,
	type Row,
	type SqlValue,
	type Statement,
	type Store,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { LEDGER_COLUMNS, type LedgerRow, ledgerRowOf, listLedgerNodes } from "../ledger-rows.ts";

/** Keeps the lookup of the ledger close behind its records, off the way of those who wait for a commit. */
export interface LookupKeeper {
	/** How many records a commit of so many more should list on the way, because the lookup is far behind. */
	due(records: number): number;
	/** Says that a commit has added records, and listed some on the way. */
	appended(records: number, listed: number): void;
	close(): void;
}

/** How many records the lookup may be behind: a query looks through them one by one. */
const MOST_BEHIND = 50_000;
const SMALLEST_PIECE = 512;
const IDLE_PIECE = 1_024;
const INTERVAL = 250;
/** Records of one interval below which nobody is in a hurry. */
const QUIET = 500;

/** Fills the lookup between commits when it is far behind, and when there is little to do. */
export async function keepLookup(store: Store, node: string, end: number): Promise<LookupKeeper> {
	let behind = end - (await store.look((connection) => lastListed(connection, node)));
	let recent = 0;
	let filling = false;
	let closed = false;
	let timer: NodeJS.Timeout | null = null;

	const fill = async (limit: number): Promise<void> => {
		filling = true;
		try {
			const listing = new Listing(limit);
			await store.record((transaction) => transaction.append(listing));
			behind = listing.listed < limit ? 0 : behind - listing.listed;
		} catch {
			// Queries find what is missing all the same; verify names what stands in the way.
			behind = 0;
		} finally {
			filling = false;
		}
	};

	const whenQuiet = async (): Promise<void> => {
		timer = null;
		const quiet = recent < QUIET;
		recent = 0;
		if (quiet) while (!closed && !filling && behind > 0 && recent < QUIET) await fill(IDLE_PIECE);
		if (behind > 0) wake();
	};

	const wake = (): void => {
		if (closed || timer !== null) return;
		timer = setTimeout(() => void whenQuiet(), INTERVAL);
		timer.unref();
	};

	if (behind > 0) wake();
	return {
		due: (records) => (behind + records >= MOST_BEHIND && !filling ? Math.max(SMALLEST_PIECE, 2 * records) : 0),
		appended(records, listed) {
			behind += records - listed;
			recent += records;
			if (behind >= MOST_BEHIND && listed === 0 && !filling && !closed) void fill(Math.max(SMALLEST_PIECE, 2 * records));
			wake();
		},
		close() {
			closed = true;
			if (timer !== null) clearTimeout(timer);
		},
	};
}

/** An entry that brings the lookup of the ledger on by at most so many records, in the commit that it is appended to. */
export class Listing {
	readonly limit: number;
	/** How many it was, once that is committed. */
	listed = 0;

	constructor(limit: number) {
		this.limit = limit;
	}
}

const LISTED = "node, seq, at, kind, agent, effect, correlation_id";
const WHOLE = LEDGER_COLUMNS.split(", ")
	.map((column) => `l.${column}`)
	.join(", ");
/** By the lookup first, then each record by its key; SQLite joins in the order that it is told only so. */
const BY_LOOKUP = "ledger_lookup k CROSS JOIN ledger l WHERE l.node = k.node AND l.seq = k.seq";
/** What the lookup does not have yet: both names stand for the same row. */
const BEHIND_LOOKUP = "ledger k CROSS JOIN ledger l WHERE k.node = ? AND k.seq > ? AND l.node = k.node AND l.seq = k.seq";

/** Which records to look for; what is left out does not matter. Moments are milliseconds, `until` excluded. */
export interface LedgerQuery {
	readonly agents?: readonly string[];
	readonly kinds?: readonly string[];
	readonly effect?: string;
	readonly correlationId?: string;
	readonly node?: string;
	/** Pieces that the text of the record must hold. The caller looks again: case may not count, and the place does not. */
	readonly pieces?: readonly string[];
	readonly since?: number;
	readonly until?: number;
	readonly order: "newest" | "oldest";
	/** The last record of the page before. */
	readonly after: { readonly at: number; readonly node: string; readonly seq: number } | null;
	readonly limit: number;
}

/**
 * One page of records of all nodes by their moments.
 * INVARIANT: what the lookup does not have yet is found too, record by record, so a page is whole however far the lookup is behind.
 */
export async function findLedgerRows(connection: Connection, query: LedgerQuery): Promise<readonly LedgerRow[]> {
	const { clauses, values } = conditionsOf(query);
	const [beyond, direction] = query.order === "newest" ? ["<", "DESC"] : [">", "ASC"];
	if (query.after !== null) {
		const { at, node, seq } = query.after;
		clauses.push(`k.at ${beyond}= ? AND (k.at ${beyond} ? OR k.node ${beyond} ? OR (k.node = ? AND k.seq ${beyond} ?))`);
		values.push(at, at, node, node, seq);
	}
	const rest = `${clauses.map((clause) => ` AND ${clause}`).join("")} ORDER BY k.at ${direction}, k.node ${direction}, k.seq ${direction} LIMIT ?`;
	const pages = await fromBoth(connection, `SELECT ${WHOLE} FROM`, rest, [...values, query.limit]);
	const [listed = [], ...unlisted] = pages.map((rows) => rows.map(ledgerRowOf));
	if (unlisted.every((rows) => rows.length === 0)) return listed;
	const sign = query.order === "newest" ? -1 : 1;
	return [...listed, ...unlisted.flat()].toSorted((one, other) => sign * compareRows(one, other)).slice(0, query.limit);
}

/** How many records there are, by kind and effect. */
export async function countLedgerRows(
	connection: Connection,
	query: LedgerQuery,
): Promise<readonly { readonly kind: string; readonly effect: string | null; readonly count: number }[]> {
	const { clauses, values } = conditionsOf(query);
	const rest = `${clauses.map((clause) => ` AND ${clause}`).join("")} GROUP BY k.kind, k.effect`;
	const groups = await fromBoth(connection, "SELECT k.kind AS kind, k.effect AS effect, count(*) AS count FROM", rest, values);
	return groups.flat().map((row) => ({ kind: textOf(row, "kind"), effect: textOrNull(row, "effect"), count: numberOf(row, "count") }));
}

/** The retention records of a chain, the newest first. */
export async function listRetentionRows(connection: Connection, node: string): Promise<readonly LedgerRow[]> {
	const rest = " AND k.kind = 'retention' AND k.kind <> 'decision' AND k.node = ? ORDER BY k.seq DESC LIMIT 100";
	const [listed = [], ...unlisted] = await fromBoth(connection, `SELECT ${WHOLE} FROM`, rest, [node]);
	return [...unlisted.flat(), ...listed].map(ledgerRowOf);
}

/** Brings the lookup of a chain on by at most `limit` records, and tells by how many. It goes on where it stands, so a crash costs nothing. */
export function listLedgerRows(connection: Connection, node: string, limit: number): Promise<number> {
	const { sql, values } = listingStatement(node, limit);
	return connection.run(sql, values);
}

/** The statement that does it. */
export function listingStatement(node: string, limit: number): Statement {
	return { sql: LIST, values: [node, node, limit] };
}

const LIST = `INSERT INTO ledger_lookup (${LISTED}) SELECT ${LISTED} FROM ledger
	WHERE node = ? AND seq > (SELECT coalesce(max(seq), 0) FROM ledger_lookup WHERE node = ?) ORDER BY seq LIMIT ? ON CONFLICT DO NOTHING`;

/** The last record of a chain that the lookup has, 0 when it has none. */
export async function lastListed(connection: Connection, node: string): Promise<number> {
	const row = await firstRow(connection, "SELECT max(seq) AS seq FROM ledger_lookup WHERE node = ?", [node]);
	const seq = row?.seq;
	return typeof seq === "number" ? seq : 0;
}

/** A row with what the lookup says of it, `null` when it says nothing. */
export interface ListedRow extends LedgerRow {
	readonly listed: Pick<LedgerRow, "at" | "kind" | "agent" | "effect" | "correlationId"> | null;
}

const LISTED_TOO = `SELECT ${WHOLE}, k.seq AS listed_seq, k.at AS listed_at, k.kind AS listed_kind, k.agent AS listed_agent, k.effect AS listed_effect,
	k.correlation_id AS listed_correlation FROM ledger l LEFT JOIN ledger_lookup k ON k.node = l.node AND k.seq = l.seq
	WHERE l.node = ? AND l.seq > ? ORDER BY l.seq LIMIT ?`;

/** The records of one chain after `seq`, in order, as the table and the lookup have them in one moment. */
export async function readListedRows(connection: Connection, node: string, after: number, limit: number): Promise<readonly ListedRow[]> {
	const rows = await connection.all(LISTED_TOO, [node, after, limit]);
	return rows.map((row) => ({ ...ledgerRowOf(row), listed: row.listed_seq === null ? null : listedOf(row) }));
}

function listedOf({ listed_at, listed_kind, listed_agent, listed_effect, listed_correlation }: Row): ListedRow["listed"] {
	const { at, kind, agent, effect, correlationId } = ledgerRowOf({
		at: listed_at ?? null,
		kind: listed_kind ?? null,
		agent: listed_agent ?? null,
		effect: listed_effect ?? null,
		correlation_id: listed_correlation ?? null,
	});
	return { at, kind, agent, effect, correlationId };
}

/** Runs a query over the lookup and over what each chain has behind it; a query sees one moment, so nothing comes twice. */
async function fromBoth(
	connection: Connection,
	select: string,
	rest: string,
	values: readonly SqlValue[],
): Promise<readonly (readonly Row[])[]> {
	const found = [await connection.all(`${select} ${BY_LOOKUP}${rest}`, values)];
	for (const node of await listLedgerNodes(connection))
		found.push(await connection.all(`${select} ${BEHIND_LOOKUP}${rest}`, [node, await lastListed(connection, node), ...values]));
	return found;
}

function compareRows(one: LedgerRow, other: LedgerRow): number {
	return one.at - other.at || (one.node < other.node ? -1 : one.node > other.node ? 1 : one.seq - other.seq);
}

function conditionsOf(query: LedgerQuery): { readonly clauses: string[]; readonly values: SqlValue[] } {
	const clauses: string[] = [];
	const values: SqlValue[] = [];
	const equals = (column: string, value: string | undefined) => {
		if (value === undefined) return;
		clauses.push(`k.${column} = ?`);
		values.push(value);
	};
	const oneOf = (column: string, list: readonly string[] | undefined) => {
		if (list === undefined) return;
		const padded = padList(list);
		clauses.push(padded.length === 0 ? "1 = 0" : `k.${column} IN (${padded.map(() => "?").join(", ")})`);
		values.push(...padded);
	};
	oneOf("agent", query.agents);
	oneOf("kind", query.kinds);
	// The partial indexes serve only statements that repeat their condition.
	if (query.kinds?.includes("decision") === false) clauses.push("k.kind <> 'decision'");
	equals("effect", query.effect);
	if (query.effect !== undefined && query.effect !== "allow") clauses.push("k.effect <> 'allow'");
	equals("correlation_id", query.correlationId);
	equals("node", query.node);
	for (const piece of query.pieces ?? []) {
		clauses.push("l.record LIKE ? ESCAPE '!'");
		values.push(`%${piece.replaceAll(/[!%_]/g, "!$&")}%`);
	}
	if (query.since !== undefined) {
		clauses.push("k.at >= ?");
		values.push(query.since);
	}
	if (query.until !== undefined) {
		clauses.push("k.at < ?");
		values.push(query.until);
	}
	return { clauses, values };
}

/** Lists of few lengths, so that few statements are prepared: the last entry is repeated. */
function padList(list: readonly string[]): readonly string[] {
	const last = list.at(-1);
	if (last === undefined) return [];
	const length = 2 ** Math.ceil(Math.log2(list.length));
	return [...list, ...Array.from({ length: length - list.length }, () => last)];
}
