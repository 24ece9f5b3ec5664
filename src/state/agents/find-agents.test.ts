import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, SAMPLE_TIME } from "../../../test/agents/sample-agent.ts";
import { openStore, type Store } from "../../store/index.ts";
import {
	childrenOf,
	descendantsOf,
	endAgent,
	findAgent,
	findAgentWithWrit,
	findSandbox,
	insertSandbox,
	isShared,
	lineageOf,
	renameAgent,
	setStatus,
	updateAgent,
} from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
	await store.change(async (transaction) => {
		await addAgent(transaction, "top", { profile: "trusted" });
		await addAgent(transaction, "middle", { parent: "top" });
		await addAgent(transaction, "left", { parent: "middle", profile: "restricted" });
		await addAgent(transaction, "right", { parent: "middle" });
		await addAgent(transaction, "other");
	});
});
afterEach(() => store.close());

const ids = (agents: readonly { readonly id: string }[]): readonly string[] => agents.map(({ id }) => id);

describe("a tree of agents", () => {
	it("[wire-2-lineage] is known from every place in it", async () => {
		await store.look(async (connection) => {
			expect(ids(await childrenOf(connection, "middle"))).toEqual(["left", "right"]);
			expect(ids(await childrenOf(connection, "left"))).toEqual([]);
			expect((await lineageOf(connection, "left")).map(({ writ }) => [writ.agent, writ.profile, writ.children])).toEqual([
				["middle", "standard", ["left", "right"]],
				["top", "trusted", ["middle"]],
			]);
			expect(await lineageOf(connection, "top")).toEqual([]);
			expect(await findAgent(connection, "left")).toMatchObject({ depth: 2, root: "top", parent: "middle" });
		});
	});

	it("[wire-2-terminate-order] is ended from its deepest agents up; a parent cannot end before its child", async () => {
		const below = await store.look((connection) => descendantsOf(connection, "top"));
		expect(ids(below)).toEqual(["left", "right", "middle"]);
		await expect(store.change((transaction) => endAgent(transaction, "top", 5))).rejects.toMatchObject({ code: "bad-lineage" });
		await store.change(async (transaction) => {
			for (const { id } of [...below, { id: "top" }]) await endAgent(transaction, id, 5);
		});
		expect(await store.look((connection) => connection.all("SELECT id FROM agents"))).toEqual([{ id: "other" }]);
		expect(await store.change((transaction) => endAgent(transaction, "top", 6))).toBeNull();
	});

	it("[wire-2-terminate-order] what belongs to an agent that ends goes with it", async () => {
		await store.change(async (transaction) => {
			await insertSandbox(transaction, sandbox("left", "middle"));
			await transaction.run(
				"INSERT INTO shares (id, agent, email, shared_by, created_at) VALUES ('s', 'left', 'bob@example.org', 'ann@example.org', 1)",
			);
			await endAgent(transaction, "left", 5);
		});
		await store.look(async (connection) => {
			expect(await findSandbox(connection, "left")).toBeNull();
			expect(await isShared(connection, "left", "bob@example.org")).toBe(false);
		});
	});
});

describe("renameAgent", () => {
	it("[wire-2-rename] moves children, root, keys, sandbox and the names in writs, and keeps uid and digests", async () => {
		const before = await store.look((connection) => findAgent(connection, "top"));
		const child = await store.look((connection) => findAgent(connection, "left"));
		await store.change(async (transaction) => {
			await insertSandbox(transaction, sandbox("middle", "top"));
			await updateAgent(transaction, "other", { acceptFrom: ["top", "left"] });
			await transaction.run(
				`INSERT INTO access_keys (id, name, prefix, hash, scope, agent, created_by, created_at, usage_count) VALUES ('k', '"k"', 'writ_', 'h', 'agent', 'top', 'x', 1, 0)`,
			);
		});
		const outcome = await store.change((transaction) => renameAgent(transaction, "top", agentId("summit"), SAMPLE_TIME));
		expect(outcome).toEqual({ ok: true, agent: { ...before, id: "summit", root: "summit", version: 2 } });
		await store.look(async (connection) => {
			expect(await findAgent(connection, "top")).toBeNull();
			expect(await findAgent(connection, "left")).toEqual({ ...child, root: "summit" });
			expect((await findAgentWithWrit(connection, "middle"))?.writ).toMatchObject({
				agent: "middle",
				parent: "summit",
				children: ["left", "right"],
			});
			expect((await findAgentWithWrit(connection, "summit"))?.writ).toMatchObject({
				agent: "summit",
				parent: null,
				children: ["middle"],
				digest: before?.digest,
			});
			expect(await findSandbox(connection, "middle")).toEqual({ ...sandbox("middle", "summit"), path: "/sandboxes/middle" });
			expect(await findAgent(connection, "other")).toMatchObject({ acceptFrom: ["summit", "left"] });
			expect(await connection.all("SELECT agent FROM access_keys")).toEqual([{ agent: "summit" }]);
		});
	});

	it("[wire-2-rename] refuses a name that is taken in any case, allows another case of its own, and knows no agent that is not there", async () => {
		const rename = (from: string, to: string) => store.change((transaction) => renameAgent(transaction, from, agentId(to), SAMPLE_TIME));
		expect(await rename("left", "RIGHT")).toEqual({ ok: false, code: "agent-exists", message: "Agent RIGHT already exists" });
		expect(await rename("ghost", "spirit")).toEqual({ ok: false, code: "unknown-agent", message: "Agent ghost not found" });
		expect(await rename("middle", "Middle")).toMatchObject({ ok: true, agent: { id: "Middle", parent: "top" } });
		expect(ids(await store.look((connection) => childrenOf(connection, "Middle")))).toEqual(["left", "right"]);
	});

	it("makes kept knowledge about the whole tree out of date", async () => {
		const touched = new Set<string>();
		store.attach({ afterCommit: (batch) => batch.touched.forEach(({ id }) => void touched.add(id)) });
		await store.change((transaction) => renameAgent(transaction, "middle", agentId("center"), SAMPLE_TIME));
		expect([...touched].toSorted()).toEqual(["center", "left", "middle", "right", "top"]);
	});
});

describe("changes of an agent", () => {
	it("[wire-2-agent-row] count its version and leave the rest alone", async () => {
		const before = await store.look((connection) => findAgent(connection, "other"));
		await store.change((transaction) => setStatus(transaction, "other", "running"));
		const after = await store.change((transaction) => updateAgent(transaction, "other", { description: "text", acceptFrom: [] }));
		expect(after).toEqual({ ...before, status: "running", description: "text", acceptFrom: [], version: 3 });
		expect(await store.change((transaction) => updateAgent(transaction, "other", { acceptFrom: null, type: "x" }))).toMatchObject({
			acceptFrom: null,
			type: "x",
			description: "text",
		});
		expect(await store.change((transaction) => setStatus(transaction, "ghost", "running"))).toBeNull();
	});

	it("[wire-2-status] a status that is not one is refused when it is read", async () => {
		await store.change((transaction) => transaction.run("UPDATE agents SET status = 'zombie' WHERE id = 'other'"));
		await expect(store.look((connection) => findAgent(connection, "other"))).rejects.toMatchObject({ code: "store-corrupt" });
	});
});

function sandbox(agent: string, parent: string) {
	return {
		agent: agentId(agent),
		mode: "nested",
		session: null,
		parent: agentId(parent),
		path: `/sandboxes/${agent}`,
		config: { mode: "nested", parent_agent_id: parent },
		createdAt: SAMPLE_TIME,
	};
}
