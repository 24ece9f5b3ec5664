import type { Connection } from "../../src/store/index.ts";

/** Rows of agents and nothing else, for suites to which only the lineage matters: `child: parent`, parents first. */
export async function plantAgents(
	connection: Connection,
	agents: Readonly<Record<string, string | null>>,
	owner = "ann@example.org",
): Promise<void> {
	await connection.run(
		"INSERT INTO sealed (hash, digest, terms, origins) VALUES ('planted', 'planted', '{}', '{}') ON CONFLICT DO NOTHING",
	);
	const depths = new Map<string, number>();
	const roots = new Map<string, string>();
	for (const [id, parent] of Object.entries(agents)) {
		const depth = parent === null ? 0 : (depths.get(parent) ?? 0) + 1;
		depths.set(id, depth);
		const root = parent === null ? id : (roots.get(parent) ?? parent);
		roots.set(id, root);
		await connection.run(
			`INSERT INTO agents (id, uid, status, owner, parent, depth, root, profile, sealed, digest, places, runner, created_at, created_by, named_at, version)
				VALUES (?, ?, 'running', ?, ?, ?, ?, 'standard', 'planted', 'planted', '{}', 'mailbox', 0, 'local', 0, 1)`,
			[id, `uid_${id}`, owner, parent, depth, root],
		);
	}
}
