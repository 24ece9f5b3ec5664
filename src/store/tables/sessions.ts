import { type Connection, firstRow, textOf } from "../connection.ts";

/** A session: whose it is, and the directory that its agents share. */
export interface SessionRow {
	readonly id: string;
	readonly owner: string;
	readonly path: string;
}

/** The session of this id, if there is one. */
export async function findSession(connection: Connection, id: string): Promise<SessionRow | null> {
	const row = await firstRow(connection, "SELECT id, owner, path FROM sessions WHERE id = ?", [id]);
	return row === null ? null : { id: textOf(row, "id"), owner: textOf(row, "owner"), path: textOf(row, "path") };
}

/** A session of one owner whose id begins so. */
export async function findOwnSession(connection: Connection, owner: string, prefix: string): Promise<SessionRow | null> {
	const row = await firstRow(connection, "SELECT id, owner, path FROM sessions WHERE owner = ? AND substr(id, 1, length(?)) = ? LIMIT 1", [
		owner,
		prefix,
		prefix,
	]);
	return row === null ? null : { id: textOf(row, "id"), owner: textOf(row, "owner"), path: textOf(row, "path") };
}

export async function insertSession(connection: Connection, { id, owner, path }: SessionRow, now: number): Promise<void> {
	await connection.run("INSERT INTO sessions (id, owner, path, created_at) VALUES (?, ?, ?, ?)", [id, owner, path, now]);
}

/** Whether there was one to forget. */
export async function deleteSession(connection: Connection, id: string): Promise<boolean> {
	return (await connection.run("DELETE FROM sessions WHERE id = ?", [id])) > 0;
}

/** Every session's directory. */
export async function sessionPaths(connection: Connection): Promise<readonly string[]> {
	return (await connection.all("SELECT path FROM sessions")).map((row) => textOf(row, "path"));
}
