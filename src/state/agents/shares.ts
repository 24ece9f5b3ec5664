import { type AgentId, parseEmail } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import { type Connection, firstRow, numberOf, type Refusal, type Row, refused, type Transaction, textOf } from "../../store/index.ts";
import { readId } from "./agent.ts";

/** An agent that is shown to a person who does not own it. */
export interface Share {
	readonly id: string;
	readonly agent: AgentId;
	readonly email: string;
	readonly sharedBy: string;
	readonly createdAt: number;
}

/** The share, or why there is none. */
type ShareOutcome = { readonly ok: true; readonly share: Share } | Refusal<"already-shared" | "invalid-email">;

/** Shows an agent to a person. */
export async function addShare(transaction: Transaction, given: Omit<Share, "id">): Promise<ShareOutcome> {
	const parsed = parseEmail(given.email);
	if (!parsed.ok) return refused("invalid-email", parsed.why);
	const share = { ...given, email: parsed.email, id: randomId("share") };
	if ((await insertShareRow(transaction, share)) === 0)
		return refused("already-shared", `Agent ${share.agent} is already shared with ${share.email}`);
	transaction.touch("agent", share.agent);
	return { ok: true, share };
}

/** Whether there was a share to take back. */
export async function removeShare(transaction: Transaction, agent: string, email: string): Promise<boolean> {
	const removed = (await deleteShareRow(transaction, agent, folded(email))) > 0;
	if (removed) transaction.touch("agent", agent);
	return removed;
}

/** With whom an agent is shared. */
export async function listShares(connection: Connection, agent: string): Promise<readonly Share[]> {
	return (await shareRowsOf(connection, agent)).map(readShare);
}

/** Whether an agent is shared with a person. */
export async function isShared(connection: Connection, agent: string, email: string): Promise<boolean> {
	return (await findShareRow(connection, agent, folded(email))) !== null;
}

/** A row as a share. */
export function readShare(row: Row): Share {
	return {
		id: textOf(row, "id"),
		agent: readId(textOf(row, "agent")),
		email: textOf(row, "email"),
		sharedBy: textOf(row, "shared_by"),
		createdAt: numberOf(row, "created_at"),
	};
}

function folded(email: string): string {
	const parsed = parseEmail(email);
	return parsed.ok ? parsed.email : "";
}

/** An agent that is shown to a person who does not own it, as it is stored. */
interface ShareRow {
	readonly id: string;
	readonly agent: string;
	readonly email: string;
	readonly sharedBy: string;
	readonly createdAt: number;
}

/** How many rows came in: none when it is shared already. */
function insertShareRow(transaction: Transaction, row: ShareRow): Promise<number> {
	return transaction.run("INSERT INTO shares (id, agent, email, shared_by, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", [
		row.id,
		row.agent,
		row.email,
		row.sharedBy,
		row.createdAt,
	]);
}

function deleteShareRow(transaction: Transaction, agent: string, email: string): Promise<number> {
	return transaction.run("DELETE FROM shares WHERE agent = ? AND email = ?", [agent, email]);
}

function findShareRow(connection: Connection, agent: string, email: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM shares WHERE agent = ? AND email = ?", [agent, email]);
}

function shareRowsOf(connection: Connection, agent: string): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM shares WHERE agent = ? ORDER BY email", [agent]);
}
