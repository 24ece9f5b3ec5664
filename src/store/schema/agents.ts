import type { Dialect } from "../backend.ts";

/** Agents that live, what is sealed for them, and what is remembered of those that ended. */
export function agentTables({ text }: Dialect): readonly string[] {
	return [
		// Kept after the last agent that held it: records of the ledger name its digest.
		`CREATE TABLE sealed (hash ${text} PRIMARY KEY, digest ${text} NOT NULL, terms ${text} NOT NULL, origins ${text} NOT NULL)`,
		"CREATE INDEX sealed_digest ON sealed (digest)",
		`CREATE TABLE agents (
			id ${text} PRIMARY KEY, uid ${text} NOT NULL UNIQUE, status ${text} NOT NULL, type ${text}, description ${text}, owner ${text} NOT NULL,
			parent ${text} REFERENCES agents (id) ON UPDATE CASCADE, depth BIGINT NOT NULL, root ${text} NOT NULL REFERENCES agents (id) ON UPDATE CASCADE,
			profile ${text} NOT NULL, component ${text}, sealed ${text} NOT NULL REFERENCES sealed (hash), wish ${text} REFERENCES sealed (hash), digest ${text} NOT NULL, places ${text} NOT NULL,
			session ${text}, runner ${text} NOT NULL, accept_from ${text}, config ${text}, stopped_by ${text}, level ${text}, created_at BIGINT NOT NULL,
			created_by ${text} NOT NULL, named_at BIGINT NOT NULL, version BIGINT NOT NULL)`,
		"CREATE UNIQUE INDEX agents_folded ON agents (lower(id))",
		"CREATE INDEX agents_parent ON agents (parent, id)",
		"CREATE INDEX agents_root ON agents (root, id)",
		"CREATE INDEX agents_owner ON agents (owner, id)",
		"CREATE INDEX agents_status ON agents (status, id)",
		"CREATE INDEX agents_component ON agents (component, id)",
		"CREATE INDEX agents_session ON agents (session, id)",
		"CREATE INDEX agents_created ON agents (created_at)",
		"CREATE INDEX agents_sealed ON agents (sealed)",
		// Few agents have a list of their own: a rename finds them without reading all agents.
		"CREATE INDEX agents_accept_from ON agents (id) WHERE accept_from IS NOT NULL",
		`CREATE TABLE ended_agents (uid ${text} PRIMARY KEY, id ${text} NOT NULL, owner ${text} NOT NULL, parent ${text}, profile ${text} NOT NULL,
			digest ${text} NOT NULL, created_at BIGINT NOT NULL, ended_at BIGINT NOT NULL)`,
		"CREATE INDEX ended_agents_id ON ended_agents (id)",
		`CREATE TABLE sandboxes (agent ${text} PRIMARY KEY REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE, mode ${text} NOT NULL, session ${text},
			parent ${text} REFERENCES agents (id) ON UPDATE CASCADE ON DELETE SET NULL, path ${text} NOT NULL, config ${text} NOT NULL, created_at BIGINT NOT NULL)`,
		"CREATE INDEX sandboxes_parent ON sandboxes (parent)",
		"CREATE INDEX sandboxes_session ON sandboxes (session)",
		`CREATE TABLE sessions (id ${text} PRIMARY KEY, owner ${text} NOT NULL, path ${text} NOT NULL, created_at BIGINT NOT NULL)`,
		`CREATE TABLE shares (id ${text} PRIMARY KEY, agent ${text} NOT NULL REFERENCES agents (id) ON UPDATE CASCADE ON DELETE CASCADE,
			email ${text} NOT NULL, shared_by ${text} NOT NULL, created_at BIGINT NOT NULL, UNIQUE (agent, email))`,
		"CREATE INDEX shares_email ON shares (email, agent)",
	];
}
