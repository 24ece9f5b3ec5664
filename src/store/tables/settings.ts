import { type Connection, firstRow, type Row } from "../connection.ts";
import type { Transaction } from "../store.ts";

export function findSettingRow(connection: Connection, name: string): Promise<Row | null> {
	return firstRow(connection, "SELECT name, value, version FROM settings WHERE name = ?", [name]);
}

export function settingRows(connection: Connection): Promise<readonly Row[]> {
	return connection.all("SELECT name, value, version FROM settings ORDER BY name");
}

export async function saveSettingRow(transaction: Transaction, name: string, value: string): Promise<void> {
	await transaction.run(
		"INSERT INTO settings (name, value, version) VALUES (?, ?, 1) ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1",
		[name, value],
	);
}
