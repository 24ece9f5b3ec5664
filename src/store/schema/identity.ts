import type { Dialect } from "../backend.ts";

/** People, keys and settings. */
export function identityTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE people (email ${text} PRIMARY KEY, name ${text}, role ${text} NOT NULL, created_at BIGINT NOT NULL)`,
		// One row is one value: a rotated key is a new row that `replaced_by` of the old one names.
		`CREATE TABLE access_keys (id ${text} PRIMARY KEY, name ${text} NOT NULL, description ${text}, prefix ${text} NOT NULL, hash ${text} NOT NULL UNIQUE, scope ${text} NOT NULL,
			person ${text} REFERENCES people (email) ON DELETE CASCADE, agent ${text} REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE,
			system_name ${text}, derived_from ${text}, created_by ${text} NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT,
			replaced_by ${text}, last_used_at BIGINT, usage_count BIGINT NOT NULL)`,
		"CREATE INDEX access_keys_agent ON access_keys (agent, id)",
		"CREATE INDEX access_keys_person ON access_keys (person, id)",
		"CREATE INDEX access_keys_scope ON access_keys (scope, id)",
		"CREATE INDEX access_keys_derived ON access_keys (derived_from)",
		"CREATE INDEX access_keys_replaced ON access_keys (replaced_by)",
		`CREATE TABLE settings (name ${text} PRIMARY KEY, value ${text} NOT NULL, version BIGINT NOT NULL)`,
	];
}
