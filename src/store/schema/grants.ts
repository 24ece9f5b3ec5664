import type { Dialect } from "../backend.ts";

/** Approvals that wait, grants that widen, budgets that are spent. */
export function grantTables({ text }: Dialect): readonly string[] {
	const agent = `${text} NOT NULL REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE`;
	return [
		`CREATE TABLE approvals (id ${text} PRIMARY KEY, agent ${agent}, fingerprint ${text} NOT NULL, rule ${text}, request ${text}, reason ${text},
			status ${text} NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'expired')), created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
			answered_by ${text}, answered_at BIGINT, used_at BIGINT, answer ${text}, grant_id ${text}, version BIGINT NOT NULL)`,
		"CREATE UNIQUE INDEX approvals_joined ON approvals (agent, fingerprint) WHERE status = 'pending'",
		"CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'pending'",
		"CREATE INDEX approvals_agent ON approvals (agent, created_at, id)",
		"CREATE INDEX approvals_status ON approvals (status, created_at, id)",
		"CREATE INDEX approvals_created ON approvals (created_at, id)",
		`CREATE TABLE grants (id ${text} PRIMARY KEY, agent ${agent}, rule ${text} NOT NULL, scope ${text} NOT NULL CHECK (scope IN ('once', 'task', 'session', 'minutes', 'calls')),
			message ${text}, expires_at BIGINT, uses_left BIGINT CHECK (uses_left >= 0), granted_by ${text} NOT NULL, reason ${text}, approval ${text}, created_at BIGINT NOT NULL,
			ended_at BIGINT, ended_by ${text}, version BIGINT NOT NULL, CHECK ((scope = 'task') = (message IS NOT NULL)),
			CHECK ((scope = 'minutes') = (expires_at IS NOT NULL)), CHECK ((scope IN ('once', 'calls')) = (uses_left IS NOT NULL)))`,
		"CREATE INDEX grants_live ON grants (agent) WHERE ended_at IS NULL",
		"CREATE INDEX grants_due ON grants (expires_at) WHERE ended_at IS NULL AND expires_at IS NOT NULL",
		"CREATE INDEX grants_agent ON grants (agent, created_at, id)",
		"CREATE INDEX grants_created ON grants (created_at, id)",
		`CREATE TABLE budgets (agent ${text} PRIMARY KEY REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE, tokens BIGINT NOT NULL CHECK (tokens >= 0),
			micro_usd BIGINT NOT NULL CHECK (micro_usd >= 0), requests BIGINT NOT NULL CHECK (requests >= 0), recent ${text} NOT NULL)`,
		`CREATE TABLE reservations (id ${text} PRIMARY KEY, agent ${agent}, tokens BIGINT NOT NULL, requests BIGINT NOT NULL, micro_usd BIGINT NOT NULL, created_at BIGINT NOT NULL)`,
		"CREATE INDEX reservations_agent ON reservations (agent)",
		"CREATE INDEX reservations_created ON reservations (created_at)",
	];
}
