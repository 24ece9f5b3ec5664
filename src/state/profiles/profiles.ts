import { type Connection, firstRow, isKeepable, type Row, type Transaction } from "../../store/index.ts";

/** One version of a profile as it is kept. */
export interface ProfileRow {
	readonly name: string;
	readonly version: number;
	/** As it was written; `null` = from this version on none is kept. */
	readonly document: string | null;
	readonly reason: string;
	readonly writtenBy: string;
	readonly writtenAt: number;
}

/** The newest version of every profile, in the order of names. */
export function newestProfileRows(connection: Connection): Promise<readonly Row[]> {
	return connection.all(
		`SELECT * FROM profile_versions AS one WHERE version = (SELECT max(version) FROM profile_versions AS other WHERE other.name = one.name)
			ORDER BY name`,
	);
}

/** The newest version of one profile. */
export async function newestProfileRow(connection: Connection, name: string): Promise<Row | null> {
	if (!isKeepable(name)) return null;
	return firstRow(connection, "SELECT * FROM profile_versions WHERE name = ? ORDER BY version DESC LIMIT 1", [name]);
}

export async function findProfileRow(connection: Connection, name: string, version: number): Promise<Row | null> {
	if (!isKeepable(name)) return null;
	return firstRow(connection, "SELECT * FROM profile_versions WHERE name = ? AND version = ?", [name, version]);
}

/** Versions below a number, the newest first. */
export async function pageOfProfileRows(connection: Connection, name: string, below: number, limit: number): Promise<readonly Row[]> {
	if (!isKeepable(name)) return [];
	return connection.all("SELECT * FROM profile_versions WHERE name = ? AND version < ? ORDER BY version DESC LIMIT ?", [
		name,
		below,
		limit,
	]);
}

export function insertProfileRow(
	transaction: Transaction,
	{ name, version, document, reason, writtenBy, writtenAt }: ProfileRow,
): Promise<number> {
	return transaction.run(
		"INSERT INTO profile_versions (name, version, document, reason, written_by, written_at) VALUES (?, ?, ?, ?, ?, ?)",
		[name, version, document, reason, writtenBy, writtenAt],
	);
}

/** Whether any profile was ever kept. */
export async function anyProfileKept(connection: Connection): Promise<boolean> {
	return (await firstRow(connection, "SELECT name FROM profile_versions LIMIT 1")) !== null;
}
