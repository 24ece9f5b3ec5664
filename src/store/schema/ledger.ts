import type { Dialect } from "../backend.ts";

/**
 * The chained record; every column but `record` and `hash` is derived from `record`.
 * Each column and index costs every append, so there are few: a record's id holds its moment, code and point are looked for in the
 * text, and the rare kinds and effects have indexes that an allowed decision never enters.
 */
export function ledgerTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE ledger (node ${text} NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, kind ${text} NOT NULL, agent ${text}, effect ${text},
			correlation_id ${text}, hash ${text} NOT NULL, record ${text} NOT NULL, PRIMARY KEY (node, seq))`,
		"CREATE INDEX ledger_at ON ledger (at)",
		"CREATE INDEX ledger_agent ON ledger (agent, at) WHERE agent IS NOT NULL",
		"CREATE INDEX ledger_correlation ON ledger (correlation_id, at) WHERE correlation_id IS NOT NULL",
		"CREATE INDEX ledger_kind ON ledger (kind, at) WHERE kind <> 'decision'",
		"CREATE INDEX ledger_effect ON ledger (effect, at) WHERE effect <> 'allow'",
		`CREATE TABLE ledger_heads (node ${text} PRIMARY KEY, seq BIGINT NOT NULL, hash ${text} NOT NULL, at BIGINT NOT NULL, signature ${text} NOT NULL, public_key ${text} NOT NULL)`,
	];
}
