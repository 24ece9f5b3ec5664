import { type Connection, firstRow, isKeepable, numberOf, type Row, type Transaction, textOf } from "../../store/index.ts";

/** What an agent and everything below it spent. `recent` is JSON: when, and how many requests. */
export interface BudgetRow {
	readonly agent: string;
	readonly tokens: number;
	readonly micro_usd: number;
	readonly requests: number;
	readonly recent: string;
}

/** The budgets of these agents; one that never spent has none. */
export async function findBudgetRows(connection: Connection, agents: readonly string[]): Promise<ReadonlyMap<string, BudgetRow>> {
	if (agents.length === 0) return new Map();
	const rows = await connection.all(`SELECT * FROM budgets WHERE agent IN (${agents.map(() => "?").join(", ")})`, agents);
	return new Map(rows.map((row) => [textOf(row, "agent"), budgetOf(row)]));
}

/**
 * Begins to change the budgets of one tree: makes the root's row, or waits until no other node changes it.
 * INVARIANT: a change of a budget holds the row of its root, so what was read afterwards stays true until the commit.
 * How many rows: 0 when there is no such agent.
 */
export function lockBudgetRow(transaction: Transaction, root: string): Promise<number> {
	return transaction.run(
		`INSERT INTO budgets (agent, tokens, micro_usd, requests, recent) SELECT id, 0, 0, 0, '[]' FROM agents WHERE id = ?
			ON CONFLICT (agent) DO UPDATE SET tokens = budgets.tokens`,
		[root],
	);
}

/** Writes budgets over those that are there; the root must be locked. */
export async function saveBudgetRows(transaction: Transaction, rows: readonly BudgetRow[]): Promise<void> {
	for (const { agent, tokens, micro_usd, requests, recent } of rows)
		await transaction.run(
			`INSERT INTO budgets (agent, tokens, micro_usd, requests, recent) VALUES (?, ?, ?, ?, ?) ON CONFLICT (agent) DO UPDATE
				SET tokens = excluded.tokens, micro_usd = excluded.micro_usd, requests = excluded.requests, recent = excluded.recent`,
			[agent, tokens, micro_usd, requests, recent],
		);
}

/** An agent and its ancestors, the root last; nothing when there is no such agent. */
export async function budgetLineOf(connection: Connection, agent: string): Promise<readonly string[]> {
	const rows = await connection.all(
		`SELECT id FROM (
			WITH RECURSIVE line (id, parent, depth) AS (
				SELECT id, parent, depth FROM agents WHERE id = ?
				UNION SELECT agents.id, agents.parent, agents.depth FROM agents JOIN line ON agents.id = line.parent)
			SELECT id, depth FROM line) members ORDER BY depth DESC`,
		[agent],
	);
	return rows.map((row) => textOf(row, "id"));
}

/** What was set aside for one request that is under way. */
export interface ReservationRow {
	readonly id: string;
	readonly agent: string;
	readonly tokens: number;
	readonly requests: number;
	readonly micro_usd: number;
	readonly created_at: number;
}

export function insertReservationRow(transaction: Transaction, row: ReservationRow): Promise<number> {
	return transaction.run("INSERT INTO reservations (id, agent, tokens, requests, micro_usd, created_at) VALUES (?, ?, ?, ?, ?, ?)", [
		...[row.id, row.agent, row.tokens, row.requests, row.micro_usd, row.created_at],
	]);
}

export async function findReservationRow(connection: Connection, id: string): Promise<ReservationRow | null> {
	if (!isKeepable(id)) return null;
	const row = await firstRow(connection, "SELECT * FROM reservations WHERE id = ?", [id]);
	return row === null ? null : reservationOf(row);
}

/** How many there were: 0 when another was quicker. */
export function deleteReservationRow(transaction: Transaction, id: string): Promise<number> {
	return transaction.run("DELETE FROM reservations WHERE id = ?", [id]);
}

/** Takes away all that were made before a moment, and tells which. */
export async function deleteOldReservationRows(transaction: Transaction, before: number): Promise<readonly ReservationRow[]> {
	return (await transaction.all("DELETE FROM reservations WHERE created_at < ? RETURNING *", [before])).map(reservationOf);
}

function budgetOf(row: Row): BudgetRow {
	return {
		agent: textOf(row, "agent"),
		tokens: numberOf(row, "tokens"),
		micro_usd: numberOf(row, "micro_usd"),
		requests: numberOf(row, "requests"),
		recent: textOf(row, "recent"),
	};
}

function reservationOf(row: Row): ReservationRow {
	return {
		id: textOf(row, "id"),
		agent: textOf(row, "agent"),
		tokens: numberOf(row, "tokens"),
		requests: numberOf(row, "requests"),
		micro_usd: numberOf(row, "micro_usd"),
		created_at: numberOf(row, "created_at"),
	};
}
