import type { Dialect } from "../backend.ts";

/** Which nodes there are, and the counter of changes that they follow. */
export function nodeTables({ text, serial }: Dialect): readonly string[] {
	return [
		// Only where there can be several: when each was last there, by its own clock.
		`CREATE TABLE nodes (name ${text} PRIMARY KEY, seen_at BIGINT NOT NULL)`,
		"CREATE TABLE state (id BIGINT PRIMARY KEY, version BIGINT NOT NULL)",
		"INSERT INTO state (id, version) VALUES (1, 0)",
		`CREATE TABLE changes (position ${serial}, entity ${text} NOT NULL, subject ${text} NOT NULL)`,
	];
}
