import type { Dialect } from "../backend.ts";

/**
 * The chained record; every column but `record` and `hash` is derived from `record`.
 * Each index costs every append. SQLite, which does all its work in the process that answers, therefore keeps them in a table of their
 * own that is filled later in bigger pieces (`listLedgerRows`); PostgreSQL keeps them itself, and there the table is a view.
 * There are few: a record's id holds its moment, code and point are looked for in the text, and the rare kinds and effects have
 * indexes that an allowed decision never enters.
 */
export function ledgerTables({ name, text }: Dialect): readonly string[] {
	const indexed = name === "sqlite" ? "ledger_lookup" : "ledger";
	return [
		`CREATE TABLE ledger (node ${text} NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, kind ${text} NOT NULL, agent ${text}, effect ${text},
			correlation_id ${text}, hash ${text} NOT NULL, record ${text} NOT NULL, PRIMARY KEY (node, seq))`,
		name === "sqlite"
			? `CREATE TABLE ledger_lookup (node TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL, agent TEXT, effect TEXT,
				correlation_id TEXT, PRIMARY KEY (node, seq)) WITHOUT ROWID`
			: "CREATE VIEW ledger_lookup AS SELECT node, seq, at, kind, agent, effect, correlation_id FROM ledger",
		`CREATE INDEX ledger_at ON ${indexed} (at)`,
		`CREATE INDEX ledger_agent ON ${indexed} (agent, at) WHERE agent IS NOT NULL`,
		`CREATE INDEX ledger_correlation ON ${indexed} (correlation_id, at) WHERE correlation_id IS NOT NULL`,
		`CREATE INDEX ledger_kind ON ${indexed} (kind, at) WHERE kind <> 'decision'`,
		`CREATE INDEX ledger_effect ON ${indexed} (effect, at) WHERE effect <> 'allow'`,
		`CREATE TABLE ledger_heads (node ${text} PRIMARY KEY, seq BIGINT NOT NULL, hash ${text} NOT NULL, at BIGINT NOT NULL, signature ${text} NOT NULL, public_key ${text} NOT NULL)`,
	];
}
