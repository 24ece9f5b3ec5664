import { type Connection, firstRow, type Row } from "../connection.ts";
import type { Transaction } from "../store.ts";
import { isKeepable } from "./keepable.ts";

export async function findGroupRow(connection: Connection, name: string): Promise<Row | null> {
	if (!isKeepable(name)) return null;
	return firstRow(connection, "SELECT * FROM agent_groups WHERE name = ?", [name]);
}

/** The group whose name is this one but for case. */
export function findFoldedGroupRow(connection: Connection, name: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM agent_groups WHERE lower(name) = ?", [name.toLowerCase()]);
}

/** Makes the group, or counts up the version of the one that is there. */
export function upsertGroupRow(transaction: Transaction, name: string, createdBy: string, now: number): Promise<number> {
	return transaction.run(
		`INSERT INTO agent_groups (name, created_at, created_by, version) VALUES (?, ?, ?, 1)
			ON CONFLICT (name) DO UPDATE SET version = agent_groups.version + 1`,
		[name, now, createdBy],
	);
}

/** Puts these members in the place of those that were there. */
export async function replaceMemberRows(transaction: Transaction, name: string, members: Iterable<string>): Promise<void> {
	await transaction.run("DELETE FROM group_members WHERE group_name = ?", [name]);
	for (const agent of members)
		await transaction.run("INSERT INTO group_members (group_name, agent) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, agent]);
}

export function memberRowsOf(connection: Connection, name: string): Promise<readonly Row[]> {
	return connection.all("SELECT agent FROM group_members WHERE group_name = ? ORDER BY agent", [name]);
}

export function groupRowsOfAgent(connection: Connection, agent: string): Promise<readonly Row[]> {
	return connection.all("SELECT group_name FROM group_members WHERE agent = ? ORDER BY group_name", [agent]);
}

/** The next groups after a name, in the order of names. */
export async function pageOfGroupRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	if (!isKeepable(after)) return [];
	return connection.all("SELECT * FROM agent_groups WHERE name > ? ORDER BY name LIMIT ?", [after, limit]);
}

/** Also ends the edges that name the group. */
export function deleteGroupRow(transaction: Transaction, name: string): Promise<number> {
	return transaction.run("DELETE FROM agent_groups WHERE name = ?", [name]);
}
