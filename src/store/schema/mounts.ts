import type { Dialect } from "../backend.ts";

/** Servers of the model context protocol that are mounted: what they are, what must not be shown of them, and their tools with what a person has seen of each. */
export function mountTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE mcp_servers (id ${text} PRIMARY KEY, uid ${text} NOT NULL UNIQUE, definition ${text} NOT NULL, secrets ${text} NOT NULL, tools ${text} NOT NULL,
			created_at BIGINT NOT NULL, created_by ${text} NOT NULL, defined BIGINT NOT NULL, version BIGINT NOT NULL)`,
		"CREATE UNIQUE INDEX mcp_servers_folded ON mcp_servers (lower(id))",
	];
}
