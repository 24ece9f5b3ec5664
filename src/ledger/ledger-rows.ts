import { type Connection, firstRow, numberOf, type Row, type SqlValue, type Statement } from "../store/index.ts";

/** One row of the ledger: the record as text, its hash, and what is derived from it. */
export interface LedgerRow {
	readonly node: string;
	readonly seq: number;
	readonly at: number;
	readonly kind: string;
	readonly agent: string | null;
	readonly effect: string | null;
	readonly correlationId: string | null;
	readonly hash: string;
	readonly record: string;
}

/** The newest record of one node, signed by it. */
export interface LedgerHeadRow {
	readonly node: string;
	readonly seq: number;
	readonly hash: string;
	readonly at: number;
	readonly signature: string;
	readonly publicKey: string;
}

/** The columns of a row, in the order of `LedgerRow`. */
export const LEDGER_COLUMNS = "node, seq, at, kind, agent, effect, correlation_id, hash, record";
const WIDTH = 9;
/** Rows of one statement: big ones are quicker for each row, few sizes keep the statements few. */
const SIZES = [128, 32, 8, 1] as const;
const INSERTS = new Map(
	SIZES.map((size) => [
		size,
		`INSERT INTO ledger (${LEDGER_COLUMNS}) VALUES ${Array.from({ length: size }, () => `(${Array.from({ length: WIDTH }, () => "?").join(", ")})`).join(", ")}`,
	]),
);

/**
 * The statements that add records and replace the head of their node; `values` holds the columns of one row after the other, in the
 * order of `LedgerRow`.
 * INVARIANT: every text is canonical JSON, a digest, or as `columnText` of the ledger makes it, so none is looked through again.
 */
export function ledgerStatements(values: readonly SqlValue[], head: LedgerHeadRow): readonly Statement[] {
	const statements: Statement[] = [];
	let start = 0;
	for (const size of SIZES) {
		const sql = INSERTS.get(size) ?? "";
		while (values.length - start >= size * WIDTH) {
			statements.push({ sql, values: values.slice(start, start + size * WIDTH) });
			start += size * WIDTH;
		}
	}
	statements.push({ sql: SAVE_HEAD, values: [head.node, head.seq, head.hash, head.at, head.signature, head.publicKey] });
	return statements;
}

const SAVE_HEAD = `INSERT INTO ledger_heads (node, seq, hash, at, signature, public_key) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (node) DO UPDATE
	SET seq = excluded.seq, hash = excluded.hash, at = excluded.at, signature = excluded.signature, public_key = excluded.public_key`;

/** The head of a node, if it has written anything. */
export async function findLedgerHead(connection: Connection, node: string): Promise<LedgerHeadRow | null> {
	const row = await firstRow(connection, "SELECT node, seq, hash, at, signature, public_key FROM ledger_heads WHERE node = ?", [node]);
	return row === null ? null : headOf(row);
}

/** Every node that has a head or a record. */
export async function listLedgerNodes(connection: Connection): Promise<readonly string[]> {
	const nodes = (await connection.all("SELECT node FROM ledger_heads")).map(({ node }) => String(node));
	// From one node to the next by the key: looking at every record would take long.
	let row = await firstRow(connection, "SELECT node FROM ledger ORDER BY node LIMIT 1");
	while (row !== null) {
		const { node = null } = row;
		nodes.push(String(node));
		row = await firstRow(connection, "SELECT node FROM ledger WHERE node > ? ORDER BY node LIMIT 1", [node]);
	}
	return [...new Set(nodes)].toSorted();
}

/** The records of one chain after `seq`, in order. */
export async function readLedgerRows(connection: Connection, node: string, after: number, limit: number): Promise<readonly LedgerRow[]> {
	const sql = `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE node = ? AND seq > ? ORDER BY seq LIMIT ?`;
	return (await connection.all(sql, [node, after, limit])).map(ledgerRowOf);
}

/** One record of a chain. */
export async function findLedgerRow(connection: Connection, node: string, seq: number): Promise<LedgerRow | null> {
	const row = await firstRow(connection, `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE node = ? AND seq = ?`, [node, seq]);
	return row === null ? null : ledgerRowOf(row);
}

/** The last record of a chain. */
export async function findLastLedgerRow(connection: Connection, node: string): Promise<LedgerRow | null> {
	const row = await firstRow(connection, `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE node = ? ORDER BY seq DESC LIMIT 1`, [node]);
	return row === null ? null : ledgerRowOf(row);
}

/** The first record among the next `limit` of a chain that is not older than `before`. */
export async function findFirstKept(
	connection: Connection,
	node: string,
	from: number,
	limit: number,
	before: number,
): Promise<number | null> {
	const sql = "SELECT seq FROM ledger WHERE node = ? AND seq >= ? AND seq < ? AND at >= ? ORDER BY seq LIMIT 1";
	const row = await firstRow(connection, sql, [node, from, from + limit, before]);
	return row === null ? null : numberOf(row, "seq");
}

/** Takes the beginning of a chain away; `retain` says in a record that it did. */
export async function deleteLedgerPrefix(connection: Connection, node: string, through: number): Promise<number> {
	const removed = await connection.run("DELETE FROM ledger WHERE node = ? AND seq <= ?", [node, through]);
	await connection.run("DELETE FROM ledger_lookup WHERE node = ? AND seq <= ?", [node, through]);
	return removed;
}

/** SECURITY: somebody who edits the table may put in another type; it reads as nothing, and verify names the row. */
export function ledgerRowOf(row: Row): LedgerRow {
	const text = (column: string) => (typeof row[column] === "string" ? row[column] : "");
	const number = (column: string) => (typeof row[column] === "number" ? row[column] : Number.NaN);
	const orNull = (column: string) => (row[column] === null ? null : text(column));
	return {
		node: text("node"),
		seq: number("seq"),
		at: number("at"),
		kind: text("kind"),
		agent: orNull("agent"),
		effect: orNull("effect"),
		correlationId: orNull("correlation_id"),
		hash: text("hash"),
		record: text("record"),
	};
}

function headOf(row: Row): LedgerHeadRow {
	const text = (column: string) => (typeof row[column] === "string" ? row[column] : "");
	const number = (column: string) => (typeof row[column] === "number" ? row[column] : Number.NaN);
	return {
		node: text("node"),
		seq: number("seq"),
		hash: text("hash"),
		at: number("at"),
		signature: text("signature"),
		publicKey: text("public_key"),
	};
}
