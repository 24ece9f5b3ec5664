import { type Connection, firstRow, textOf } from "../connection.ts";

/** The directory of a session, if it has one. */
export async function findSession(connection: Connection, id: string): Promise<string | null> {
	const row = await firstRow(connection, "SELECT path FROM sessions WHERE id = ?", [id]);
	return row === null ? null : textOf(row, "path");
}

export async function insertSession(connection: Connection, id: string, path: string, now: number): Promise<void> {
	await connection.run("INSERT INTO sessions (id, path, created_at) VALUES (?, ?, ?)", [id, path, now]);
}

/** Every session's directory. */
export async function sessionPaths(connection: Connection): Promise<readonly string[]> {
	return (await connection.all("SELECT path FROM sessions")).map((row) => textOf(row, "path"));
}
