import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuthority } from "../../src/authority/index.ts";
import { openStore, type Transaction } from "../../src/store/index.ts";
import { LOCAL } from "./in-process.ts";
import type { ScaleFigures } from "./scale-measure.ts";

/** The same questions at two sizes of the same authority. */
export interface Scale extends ScaleFigures {
	readonly agents: number;
	readonly edges: number;
	readonly databaseSeconds: number;
}

const EDGES_EACH = 10;
const HUBS = 10;
const EDGES_OF_HUB = 50;
const PIECE = 5_000;

/** Fills a home with agents and edges, and asks in a process of its own. */
export async function measureScale(agents: number): Promise<Scale> {
	const home = mkdtempSync(join(tmpdir(), "writ-"));
	try {
		const start = performance.now();
		await fillHome(home, agents);
		const databaseSeconds = (performance.now() - start) / 1000;
		const child = spawn(process.execPath, [join(import.meta.dirname, "scale-measure.ts"), home, String(agents)], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		let printed = "";
		child.stdout.on("data", (bytes: Buffer) => {
			printed += bytes.toString();
		});
		const [code] = await once(child, "close");
		if (code !== 0) throw new Error("the questions were not answered");
		const figures: ScaleFigures = JSON.parse(printed);
		return { agents, edges: agents * EDGES_EACH + HUBS * EDGES_OF_HUB, databaseSeconds, ...figures };
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

/** Rows as spawn and grants of edges would leave them, by statements of many rows: real spawns would take an hour. */
export async function fillHome(home: string, agents: number): Promise<void> {
	const authority = await openAuthority({ home });
	const spawned = await authority.spawn(LOCAL, { id: "template", profile: "trusted" });
	await authority.close();
	if (!spawned.ok) throw new Error(spawned.refusal.message);
	const store = await openStore(join(home, "writ.db"));
	try {
		for (let from = 0; from < agents; from += PIECE) await store.change((transaction) => copyTemplate(transaction, "a", from, agents));
		await store.change((transaction) => copyTemplate(transaction, "hub", 0, HUBS));
		// Each agent may write to ten others: no two distances are the same.
		for (let from = 0; from < agents; from += PIECE)
			await store.change((transaction) => link(transaction, "a", from, Math.min(agents, from + PIECE), EDGES_EACH, 97, agents));
		await store.change((transaction) => link(transaction, "hub", 0, HUBS, EDGES_OF_HUB, 7, agents));
	} finally {
		await store.close();
	}
}

async function copyTemplate(transaction: Transaction, prefix: string, from: number, end: number): Promise<void> {
	await transaction.run(
		`INSERT INTO agents (id, uid, status, owner, parent, depth, root, profile, sealed, digest, places, runner, created_at, created_by, named_at, version)
			SELECT '${prefix}-' || n.i, 'uid_${prefix}-' || n.i, t.status, 'owner-' || (n.i % 100), NULL, 0, '${prefix}-' || n.i, t.profile, t.sealed, t.digest,
				t.places, t.runner, t.created_at + n.i, t.created_by, t.named_at, 1
			FROM (WITH RECURSIVE c(i) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ?) SELECT i FROM c) n CROSS JOIN agents t
			WHERE t.id = 'template'`,
		[from, Math.min(end, from + PIECE)],
	);
}

async function link(
	transaction: Transaction,
	prefix: string,
	from: number,
	end: number,
	each: number,
	distance: number,
	agents: number,
): Promise<void> {
	await transaction.run(
		`INSERT INTO edges (id, source_agent, target_agent, effect, granted_by, created_at, version)
			SELECT 'edge_${prefix}_' || n.i || '_' || k.i, '${prefix}-' || n.i, 'a-' || ((n.i + (k.i + 1) * CAST(? AS BIGINT)) % CAST(? AS BIGINT)), 'allow', 'local', n.i, 1
			FROM (WITH RECURSIVE c(i) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ?) SELECT i FROM c) n
			CROSS JOIN (WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ?) SELECT i FROM c) k`,
		[distance, agents, from, end, each],
	);
}
