import type { Dialect } from "../backend.ts";

/** One end of an edge as people write it: an agent id, or `group:NAME`. Ids hold no colon, so the two cannot be confused. */
const SOURCE = "coalesce(source_agent, 'group:' || source_group)";
const TARGET = "coalesce(target_agent, 'group:' || target_group)";

/** Who may talk to whom, and what was said. */
export function messageTables({ text, serial }: Dialect): readonly string[] {
	const agent = `${text} REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE`;
	const group = `${text} REFERENCES agent_groups (name) ON UPDATE CASCADE ON DELETE CASCADE`;
	// A message outlives its agents; the reference goes, so that a later agent of the same name never stands for the earlier one.
	const speaker = `${text} REFERENCES agents (id) ON UPDATE CASCADE ON DELETE SET NULL`;
	return [
		`CREATE TABLE agent_groups (name ${text} PRIMARY KEY, created_at BIGINT NOT NULL, created_by ${text} NOT NULL, version BIGINT NOT NULL)`,
		"CREATE UNIQUE INDEX agent_groups_folded ON agent_groups (lower(name))",
		`CREATE TABLE group_members (group_name ${group} NOT NULL, agent ${agent} NOT NULL, PRIMARY KEY (group_name, agent))`,
		"CREATE INDEX group_members_agent ON group_members (agent, group_name)",
		`CREATE TABLE edges (id ${text} PRIMARY KEY, source_agent ${agent}, source_group ${group}, target_agent ${agent}, target_group ${group},
			effect ${text} NOT NULL CHECK (effect IN ('allow', 'block')), expires_at BIGINT, rate_count BIGINT CHECK (rate_count > 0), rate_seconds BIGINT CHECK (rate_seconds > 0),
			granted_by ${text} NOT NULL, reason ${text}, created_at BIGINT NOT NULL, version BIGINT NOT NULL,
			CHECK ((source_agent IS NULL) <> (source_group IS NULL)), CHECK ((target_agent IS NULL) <> (target_group IS NULL)),
			CHECK (source_agent IS NULL OR target_agent IS NULL OR source_agent <> target_agent), CHECK ((rate_count IS NULL) = (rate_seconds IS NULL)))`,
		`CREATE UNIQUE INDEX edges_pair ON edges (${SOURCE}, ${TARGET})`,
		"CREATE INDEX edges_source ON edges (source_agent, target_agent)",
		`CREATE INDEX edges_target ON edges (target_agent, (${SOURCE}))`,
		// Few edges end by themselves: whoever waits for the next one finds it without reading all.
		"CREATE INDEX edges_due ON edges (expires_at) WHERE expires_at IS NOT NULL",
		"CREATE INDEX edges_source_group ON edges (source_group) WHERE source_group IS NOT NULL",
		`CREATE INDEX edges_target_group ON edges (target_group, (${SOURCE})) WHERE target_group IS NOT NULL`,
		`CREATE VIEW agent_permissions AS SELECT id, source_agent, target_agent, created_at, granted_by AS created_by FROM edges
			WHERE effect = 'allow' AND source_agent IS NOT NULL AND target_agent IS NOT NULL`,
		`CREATE TABLE edge_uses (edge ${text} NOT NULL REFERENCES edges (id) ON DELETE CASCADE, source ${agent} NOT NULL, target ${agent} NOT NULL, at BIGINT NOT NULL)`,
		"CREATE INDEX edge_uses_pair ON edge_uses (edge, source, target, at)",
		"CREATE INDEX edge_uses_source ON edge_uses (source)",
		"CREATE INDEX edge_uses_target ON edge_uses (target)",
		`CREATE TABLE messages (position ${serial}, id ${text} NOT NULL UNIQUE, sender ${text} NOT NULL, sender_agent ${speaker}, addressee ${text} NOT NULL, recipient ${speaker},
			content ${text} NOT NULL, depth BIGINT NOT NULL, in_reply_to ${text}, correlation_id ${text}, sent_at BIGINT NOT NULL,
			state ${text} NOT NULL CHECK (state IN ('queued', 'taken', 'delivered', 'answered', 'undeliverable')),
			seen BIGINT NOT NULL, redelivered BIGINT NOT NULL, expects_answer BIGINT NOT NULL, closes BIGINT NOT NULL, taken_by ${text})`,
		"CREATE INDEX messages_mailbox ON messages (recipient, state, position)",
		"CREATE INDEX messages_open ON messages (recipient, depth) WHERE seen = 1 AND state IN ('queued', 'taken') AND (closes = 0 OR expects_answer = 1)",
		"CREATE INDEX messages_taken ON messages (recipient) WHERE state = 'taken'",
		"CREATE INDEX messages_sender ON messages (sender_agent, recipient, position)",
		"CREATE INDEX messages_from_people ON messages (sender, recipient, position) WHERE sender_agent IS NULL",
		"CREATE INDEX messages_to_people ON messages (addressee, sender_agent, position) WHERE recipient IS NULL",
		"CREATE INDEX messages_reply ON messages (in_reply_to) WHERE in_reply_to IS NOT NULL",
	];
}
