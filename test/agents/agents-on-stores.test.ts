import { expect, it } from "vitest";
import {
	addShare,
	childrenOf,
	countAgents,
	descendantsOf,
	endAgent,
	endedAgents,
	findAgent,
	findAgentWithWrit,
	findTerms,
	insertSandbox,
	isShared,
	lineageOf,
	listAgents,
	listSandboxes,
	registerAgent,
	renameAgent,
	resealAgent,
	sandboxStats,
	setStatus,
	updateAgent,
} from "../../src/state/agents/index.ts";
import {
	authenticate,
	createKey,
	ensureAdminKey,
	ensurePerson,
	listKeys,
	listPeople,
	noteKeyUses,
	revokeKey,
	rotateKey,
} from "../../src/state/keys/index.ts";
import { getSetting, setSetting } from "../../src/state/settings/index.ts";
import { exportAgents, exportIdentity, importAgents, importIdentity } from "../../src/state/snapshots/index.ts";
import type { Store, Transaction } from "../../src/store/index.ts";
import { eachStore } from "../store/with-stores.ts";
import { addAgent, agentId, SAMPLE_TIME, sampleAgent, sampleWrit } from "./sample-agent.ts";

const NOW = SAMPLE_TIME;

async function plant(transaction: Transaction): Promise<void> {
	await addAgent(transaction, "top", { profile: "trusted", description: "a\0b" });
	await addAgent(transaction, "kid", { parent: "top", acceptFrom: ["top"], component: "c", session: "s" });
	await addAgent(transaction, "Grandkid", { parent: "kid", owner: "bob@example.org" });
	await addAgent(transaction, "other", { createdAt: NOW - 5 });
	await insertSandbox(transaction, {
		...{ agent: agentId("kid"), mode: "nested", session: "s", parent: agentId("top"), path: "/sandboxes/kid" },
		...{ config: { parent_agent_id: "top" }, createdAt: NOW },
	});
	await addShare(transaction, { agent: agentId("kid"), email: "bob@example.org", sharedBy: "ann@example.org", createdAt: NOW });
	await ensurePerson(transaction, "bob@example.org", "operator", NOW);
}

eachStore("agents and identities", (open) => {
	const planted = async (): Promise<Store> => {
		const store = await open();
		await store.change(plant);
		return store;
	};

	it("[wire-7-agents-everywhere] agents are found, listed and related", async () => {
		const store = await planted();
		await store.look(async (connection) => {
			const ids = async (query: object) => (await listAgents(connection, { limit: 10, ...query })).items.map(({ id }) => id);
			expect(await ids({})).toEqual(["Grandkid", "kid", "other", "top"]);
			expect(await ids({ accessibleTo: "bob@example.org" })).toEqual(["Grandkid", "kid"]);
			expect(await ids({ accessibleTo: "bob@example.org", parent: "top", status: "registered" })).toEqual(["kid"]);
			expect(await ids({ component: "c", session: "s", parent: "top", owner: "ann@example.org" })).toEqual(["kid"]);
			expect(await ids({ olderThan: NOW, parent: null })).toEqual(["other"]);
			expect(await ids({ pattern: "k*" })).toEqual(["kid"]);
			const first = await listAgents(connection, { limit: 3 });
			expect(await ids({ cursor: first.next_cursor })).toEqual(["top"]);
			expect((await childrenOf(connection, "top")).map(({ id }) => id)).toEqual(["kid"]);
			expect((await lineageOf(connection, "Grandkid")).map(({ agent }) => agent.id)).toEqual(["kid", "top"]);
			expect((await descendantsOf(connection, "top")).map(({ id }) => id)).toEqual(["Grandkid", "kid"]);
			expect(await countAgents(connection)).toEqual({ registered: 4, running: 0, stopped: 0 });
			expect(await findAgent(connection, "top")).toMatchObject({ description: "a\0b", depth: 0, root: "top" });
			expect((await findAgentWithWrit(connection, "top"))?.writ).toEqual({ ...sampleWrit("top", "trusted"), children: ["kid"] });
			expect(await sandboxStats(connection)).toMatchObject({ total_sandboxes: 1, nested: 1, by_session: { s: 1 }, by_parent: { top: 1 } });
			expect((await listSandboxes(connection, { limit: 1 })).items).toHaveLength(1);
			expect(await isShared(connection, "kid", "bob@example.org")).toBe(true);
		});
	});

	it("[wire-7-agents-everywhere] agents are changed, renamed, sealed again and ended", async () => {
		const store = await planted();
		await store.change(async (transaction) => {
			expect(await registerAgent(transaction, await sampleAgent(transaction, "GRANDKID"))).toMatchObject({
				ok: false,
				code: "agent-exists",
			});
			expect(await setStatus(transaction, "kid", "running")).toMatchObject({ status: "running", version: 2 });
			expect(await updateAgent(transaction, "kid", { description: "x", acceptFrom: null })).toMatchObject({ acceptFrom: null, version: 3 });
			const tighter = sampleWrit("other", "restricted");
			expect(await resealAgent(transaction, "other", tighter)).toMatchObject({ digest: tighter.digest });
			expect(await findTerms(transaction, tighter.digest)).toEqual(tighter.terms);
			expect(await renameAgent(transaction, "top", agentId("Summit"), NOW)).toMatchObject({
				ok: true,
				agent: { id: "Summit", root: "Summit" },
			});
			expect(await findAgent(transaction, "Grandkid")).toMatchObject({ root: "Summit", parent: "kid", depth: 2 });
			expect(await sandboxStats(transaction)).toMatchObject({ by_parent: { Summit: 1 } });
			for (const { id } of await descendantsOf(transaction, "Summit")) await endAgent(transaction, id, NOW);
			await endAgent(transaction, "Summit", NOW);
		});
		await store.look(async (connection) => {
			expect((await listAgents(connection, { limit: 9 })).items.map(({ id }) => id)).toEqual(["other"]);
			expect(await endedAgents(connection, "Summit")).toMatchObject([{ parent: null, endedAt: NOW }]);
		});
	});

	it("[wire-7-agents-everywhere] a work that fails leaves no agent behind, and others of the same commit stay", async () => {
		const store = await open();
		const failing = store.change(async (transaction) => {
			await addAgent(transaction, "lost");
			throw new Error("after the row was written");
		});
		const [outcome] = await Promise.allSettled([failing, store.change((transaction) => addAgent(transaction, "kept"))]);
		expect(outcome?.status).toBe("rejected");
		expect((await store.look((connection) => listAgents(connection, { limit: 9 }))).items.map(({ id }) => id)).toEqual(["kept"]);
	});

	it("[wire-7-agents-everywhere] keys open, count, rotate, cascade and follow their agents", async () => {
		const store = await planted();
		const keys = await store.change(async (transaction) => {
			const made = { createdBy: "local", now: NOW };
			const bob = await createKey(transaction, { ...made, name: "b\0", scope: "user", person: "bob@example.org" });
			const top = await createKey(transaction, { ...made, name: "t", scope: "agent", agent: agentId("top") });
			const kid = await createKey(transaction, { ...made, name: "k", scope: "agent", agent: agentId("kid"), derivedFrom: top.key.id });
			await renameAgent(transaction, "top", agentId("summit"), NOW);
			return { bob, top, kid };
		});
		const ask = (value: string, now = NOW) => store.look((connection) => authenticate(connection, value, now));
		expect(await ask(keys.bob.value)).toMatchObject({ ok: true, principal: { role: "operator" }, key: { name: "b\0" } });
		expect(await ask(keys.top.value)).toMatchObject({ ok: true, principal: { id: "summit" } });
		await store.record((transaction) => noteKeyUses(transaction, keys.bob.key.id, 1, NOW));
		const rotated = await store.change((transaction) => rotateKey(transaction, keys.top.key.id, { now: NOW, graceSeconds: 5 }));
		if (!rotated.ok) throw new Error(rotated.message);
		expect(await ask(keys.top.value, NOW + 4_999)).toMatchObject({ ok: true });
		expect(await ask(keys.top.value, NOW + 5_000)).toMatchObject({ ok: false });
		const ended = await store.change((transaction) => revokeKey(transaction, rotated.key.id, { now: NOW, descendants: [agentId("kid")] }));
		expect(ended).toEqual([keys.top.key.id, keys.kid.key.id, rotated.key.id].toSorted());
		expect((await store.look((connection) => listKeys(connection, { limit: 9, scope: "user" }))).items).toMatchObject([{ usageCount: 1 }]);
	});

	it("[wire-7-agents-everywhere] settings, people and the administrator's key are kept", async () => {
		const store = await open();
		const value = `writ_${"A".repeat(43)}`;
		await store.change(async (transaction) => {
			expect(await ensureAdminKey(transaction, value, "of this home", NOW)).toMatchObject({ ok: true });
			expect(await setSetting(transaction, "messages.max_depth", 3)).toMatchObject({ ok: true, setting: { version: 1 } });
			expect(await setSetting(transaction, "messages.max_depth", 4)).toMatchObject({ ok: true, setting: { version: 2 } });
		});
		expect(await store.look((connection) => getSetting(connection, "messages.max_depth"))).toBe(4);
		expect((await store.look((connection) => listPeople(connection, { limit: 5 }))).items).toMatchObject([
			{ email: "admin@localhost", role: "admin" },
		]);
	});

	it("[wire-7-agents-everywhere] a snapshot moves everything to an empty store", async () => {
		const [from, into] = [await planted(), await open()];
		await from.change((transaction) =>
			createKey(transaction, { name: "k", scope: "agent", agent: agentId("kid"), createdBy: "local", now: NOW }),
		);
		const taken = JSON.parse(JSON.stringify({ agents: await from.look(exportAgents), identity: await from.look(exportIdentity) }));
		await into.change(async (transaction) => {
			expect(await importAgents(transaction, taken.agents)).toMatchObject({ ok: true, agents: 4 });
			expect(await importIdentity(transaction, taken.identity)).toMatchObject({ ok: true, keys: 1 });
		});
		expect(await into.look(exportAgents)).toEqual(taken.agents);
		expect(await into.look(exportIdentity)).toEqual(taken.identity);
	});
});
