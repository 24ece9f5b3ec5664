import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type Caller, openAuthority } from "../../src/authority/index.ts";
import { dropDatabase, freshDatabase } from "../store/start-postgres.ts";

const ADMIN: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };
const READER = "tools:\n  allowed: [Read]\nfilesystem:\n  read_paths: [./workspace]\n";
const NOTHING = "tools:\n  allowed: []\n";
const READ = { kind: "tool", tool: "Read", input: { file_path: "x" } } as const;

const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), "w-")));
let database = "";
let nodes: readonly Authority[] = [];
beforeAll(async () => {
	database = await freshDatabase();
	nodes = await Promise.all(homes.map((home) => openAuthority({ home, database })));
}, 60_000);
afterAll(async () => {
	for (const node of nodes) await node.close();
	for (const home of homes) rmSync(home, { recursive: true, force: true });
	await dropDatabase(database);
});

async function effectOfNew(node: Authority | undefined, id: string): Promise<string | undefined> {
	await node?.spawn(ADMIN, { id, profile: "shared" });
	return (await node?.decide(ADMIN, id, READ))?.decision.effect;
}

describe("profiles that several nodes share", () => {
	it("[wire-4-profiles-nodes] one that was written at one node holds at the other as soon as the writer is answered", async () => {
		const [one, two] = nodes;
		expect((await one?.writeProfile(ADMIN, "shared", { document: READER, reason: "r" }))?.ok).toBe(true);
		expect(await effectOfNew(two, "first")).toBe("allow");
		expect((await two?.writeProfile(ADMIN, "shared", { document: NOTHING, reason: "r" }))?.ok).toBe(true);
		expect(await effectOfNew(one, "second")).toBe("deny");
		expect((await one?.profiles())?.shared?.tools?.allowed).toEqual([]);
		expect((await one?.decide(ADMIN, "first", READ))?.decision.effect).toBe("allow");
	});

	it("[wire-4-profiles-nodes] two that write at once get two versions, and of two that saw the same version one is refused", async () => {
		const write = (node: Authority | undefined, expectedVersion?: number) =>
			node?.writeProfile(ADMIN, "raced", { document: READER, reason: "r", ...(expectedVersion === undefined ? {} : { expectedVersion }) });
		const free = await Promise.all([0, 1, 0, 1].map((at) => write(nodes[at])));
		expect(free.map((outcome) => (outcome?.ok === true ? outcome.value.version : 0)).toSorted()).toEqual([1, 2, 3, 4]);
		const bound = await Promise.all([0, 1].map((at) => write(nodes[at], 4)));
		expect(bound.filter((outcome) => outcome?.ok)).toHaveLength(1);
		const refused = bound.find((outcome) => outcome?.ok === false);
		expect(refused?.ok === false && refused.refusal.code).toBe("stale");
	});

	it("[wire-4-profiles-kept] they are in snapshots of PostgreSQL, and go into an SQLite home", async () => {
		const snapshot = await nodes[0]?.takeSnapshot(ADMIN);
		if (snapshot?.ok !== true) throw new Error("no snapshot");
		const home = mkdtempSync(join(tmpdir(), "w-"));
		const other = await openAuthority({ home });
		// As it comes over a wire.
		expect((await other.restoreSnapshot(ADMIN, JSON.parse(JSON.stringify(snapshot.value)))).ok).toBe(true);
		const view = await other.profileView("shared");
		expect(view.ok && [view.value.version, view.value.document]).toEqual([2, NOTHING]);
		await other.close();
		rmSync(home, { recursive: true, force: true });
	});
});
