import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, SAMPLE_TIME } from "../../../test/agents/sample-agent.ts";
import { openStore, type Store } from "../../store/index.ts";
import { addShare, findAgentWithWrit, insertSandbox, lineageOf } from "../agents/index.ts";
import { type AgentsSnapshot, exportAgents, importAgents } from "./index.ts";

let from: Store;
let into: Store;
let snapshot: AgentsSnapshot;
beforeEach(async () => {
	[from, into] = [await openStore(":memory:"), await openStore(":memory:")];
	await from.change(async (transaction) => {
		await addAgent(transaction, "z-top", { profile: "trusted", config: { note: "é" } });
		await addAgent(transaction, "kid", { parent: "z-top", acceptFrom: ["z-top"], session: "s" });
		await addAgent(transaction, "a-kid", { parent: "kid", profile: "restricted" });
		await insertSandbox(transaction, {
			...{ agent: agentId("kid"), mode: "nested", session: null, parent: agentId("z-top") },
			...{ path: "/sandboxes/kid", config: {}, createdAt: SAMPLE_TIME },
		});
		await addShare(transaction, { agent: agentId("kid"), email: "bob@example.org", sharedBy: "ann@example.org", createdAt: 3 });
	});
	snapshot = JSON.parse(JSON.stringify(await from.look(exportAgents)));
});
afterEach(async () => {
	await from.close();
	await into.close();
});

describe("a snapshot of agents", () => {
	it("[wire-2-snapshot] in an empty store gives equal rows: uid, root, parent, depth, digest, places, sandboxes, shares", async () => {
		expect(await into.change((transaction) => importAgents(transaction, snapshot))).toEqual({
			ok: true,
			agents: 3,
			sandboxes: 1,
			shares: 1,
		});
		expect(await into.look(exportAgents)).toEqual(await from.look(exportAgents));
		for (const id of ["z-top", "kid", "a-kid"]) {
			expect(await into.look((connection) => findAgentWithWrit(connection, id))).toEqual(
				await from.look((connection) => findAgentWithWrit(connection, id)),
			);
			expect(await into.look((connection) => lineageOf(connection, id))).toEqual(
				await from.look((connection) => lineageOf(connection, id)),
			);
		}
	});

	it("[wire-2-snapshot] is refused where agents live", async () => {
		expect(await from.change((transaction) => importAgents(transaction, snapshot))).toMatchObject({ ok: false, code: "store-not-empty" });
	});

	const [agents, sealed, sandboxes] = ["agents", "sealed", "sandboxes"] as const;
	const edited = (table: "agents" | "sealed" | "sandboxes", column: string, value: unknown): unknown => ({
		...snapshot,
		[table]: snapshot[table].map((row, index) => (index === 0 ? { ...row, [column]: value } : row)),
	});

	it.each([
		["no object", () => 7],
		["a missing table", () => ({ ...snapshot, shares: undefined })],
		["an unknown column", () => edited(agents, "extra", 1)],
		["a reserved id", () => edited(agents, "id", "admin")],
		["a twin", () => edited(agents, "id", "KID")],
		["an unknown status", () => edited(agents, "status", "zombie")],
		["another depth", () => edited(agents, "depth", 1)],
		["another root", () => edited(agents, "root", "kid")],
		["a parent that is not there", () => edited(agents, "parent", "ghost")],
		["another digest", () => edited(agents, "digest", "0".repeat(64))],
		["edited terms", () => edited(sealed, "terms", '{"level":"trusted"}')],
		["terms that are not JSON", () => edited(sealed, "terms", "{")],
		["a sandbox of nobody", () => edited(sandboxes, "agent", "ghost")],
		["places that are not JSON", () => edited(agents, "places", "{")],
	])("[wire-2-snapshot-checked] with %s is refused, and nothing is written", async (_what, broken) => {
		expect(await into.change((transaction) => importAgents(transaction, broken()))).toMatchObject({ ok: false, code: "invalid-snapshot" });
		expect(await into.look(exportAgents)).toEqual({ agents: [], sealed: [], sandboxes: [], shares: [] });
	});
});
