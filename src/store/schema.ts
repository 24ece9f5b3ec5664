import { createHash } from "node:crypto";
import { WritError } from "../platform/index.ts";
import type { Backend, Dialect } from "./backend.ts";
import { firstRow, numberOf } from "./connection.ts";

/** Brings the schema up to this version of writ in one transaction, after a backup. A newer schema is refused. */
export async function migrate(backend: Backend, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
	await backend.writer.run(`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, digest ${backend.dialect.text})`);
	const newest = migrations.at(-1)?.version ?? 0;
	const found = await currentVersion(backend);
	if (found > newest)
		throw new WritError("newer-schema", `The database has schema ${found}, this writ knows ${newest}: start the newer writ that wrote it`);
	const digest = digestOf(migrations, backend);
	if (found === newest) return checkDigest(backend, digest);
	if (found > 0) await backend.backUp(found);
	await backend.begin("migration");
	try {
		// Another node may have been quicker.
		const from = await currentVersion(backend);
		for (const { version, statements } of migrations) {
			if (version <= from) continue;
			for (const statement of statements(backend.dialect)) await backend.writer.run(statement);
		}
		await backend.writer.run("DELETE FROM schema_version");
		await backend.writer.run("INSERT INTO schema_version (version, digest) VALUES (?, ?)", [newest, digest]);
		await backend.commit();
	} catch (error) {
		await backend.rollback();
		throw error;
	}
}

/** A version that is not released yet changes under its number: better to say so than to miss a column later. */
async function checkDigest({ writer }: Backend, digest: string): Promise<void> {
	const row = await firstRow(writer, "SELECT * FROM schema_version");
	if (row?.digest === digest) return;
	throw new WritError(
		"other-schema",
		"The database was made by another build of this version of writ: start that build and save a snapshot (writ checkpoint collect), or move the home away",
	);
}

function digestOf(migrations: readonly Migration[], { dialect }: Backend): string {
	return createHash("sha256")
		.update(migrations.flatMap(({ statements }) => statements(dialect)).join(";\n"))
		.digest("hex");
}

async function currentVersion(backend: Backend): Promise<number> {
	const row = await firstRow(backend.writer, "SELECT version FROM schema_version");
	return row === null ? 0 : numberOf(row, "version");
}

/** One step from a version of the schema to the next; never changed once released. */
export interface Migration {
	readonly version: number;
	readonly statements: (dialect: Dialect) => readonly string[];
}

/** All steps, in order. */
export const MIGRATIONS: readonly Migration[] = [
	{
		version: 1,
		statements: (dialect) => [
			...nodeTables(dialect),
			...agentTables(dialect),
			...messageTables(dialect),
			...identityTables(dialect),
			...grantTables(dialect),
			...ledgerTables(dialect),
			...todoTables(dialect),
			...mcpServerTables(dialect),
			...profileTables(dialect),
		],
	},
];

/** Which nodes there are, and the counter of changes that they follow. */
function nodeTables({ text, serial }: Dialect): readonly string[] {
	return [
		// Only where there can be several: when each was last there, by its own clock.
		`CREATE TABLE nodes (name ${text} PRIMARY KEY, seen_at BIGINT NOT NULL)`,
		"CREATE TABLE state (id BIGINT PRIMARY KEY, version BIGINT NOT NULL)",
		"INSERT INTO state (id, version) VALUES (1, 0)",
		`CREATE TABLE changes (position ${serial}, entity ${text} NOT NULL, subject ${text} NOT NULL)`,
	];
}

/** Agents that live, what is sealed for them, and what is remembered of those that ended. */
function agentTables({ text }: Dialect): readonly string[] {
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

/** One end of an edge as people write it: an agent id, or `group:NAME`. Ids hold no colon, so the two cannot be confused. */
const SOURCE = "coalesce(source_agent, 'group:' || source_group)";
const TARGET = "coalesce(target_agent, 'group:' || target_group)";

/** Who may talk to whom, and what was said. */
function messageTables({ text, serial }: Dialect): readonly string[] {
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
		// Few edges end by themselves: a wait for the next one finds it without reading all.
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

/** People, keys and settings. */
function identityTables({ text }: Dialect): readonly string[] {
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

/** Approvals that wait, grants that widen, budgets that are spent. */
function grantTables({ text }: Dialect): readonly string[] {
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

/**
 * The chained record; every column but `record` and `hash` is derived from `record`.
 * Each index costs every append. SQLite, which does all its work in the process that answers, therefore keeps them in a table of their
 * own that is filled later in bigger pieces (`listLedgerRows`); PostgreSQL keeps them itself, and there the table is a view.
 * There are few: a record's id holds its moment, code and point are looked for in the text, and the rare kinds and effects have
 * indexes that an allowed decision never enters.
 */
function ledgerTables({ name, text }: Dialect): readonly string[] {
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

/** Lists of things to do that the agents of a session or a family share. */
function todoTables({ text }: Dialect): readonly string[] {
	return [`CREATE TABLE todo_lists (name ${text} PRIMARY KEY, items ${text} NOT NULL, version BIGINT NOT NULL)`];
}

/** Servers of the model context protocol that are mounted: what they are, what must not be shown of them, and their tools with what a person has seen of each. */
function mcpServerTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE mcp_servers (id ${text} PRIMARY KEY, uid ${text} NOT NULL UNIQUE, definition ${text} NOT NULL, secrets ${text} NOT NULL, tools ${text} NOT NULL,
			created_at BIGINT NOT NULL, created_by ${text} NOT NULL, defined BIGINT NOT NULL, version BIGINT NOT NULL)`,
		"CREATE UNIQUE INDEX mcp_servers_folded ON mcp_servers (lower(id))",
	];
}

/** Profiles that people wrote over the wire, every version; a version without a document says that none is kept from then on. */
function profileTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE profile_versions (name ${text} NOT NULL, version BIGINT NOT NULL, document ${text}, reason ${text} NOT NULL, written_by ${text} NOT NULL,
			written_at BIGINT NOT NULL, PRIMARY KEY (name, version))`,
	];
}
