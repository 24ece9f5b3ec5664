import { expect, it } from "vitest";
import {
	connectNewAgent,
	countEdgeUse,
	defaultEdges,
	edgeState,
	edgesOf,
	findEdge,
	findGroup,
	groupsOf,
	judgeEdge,
	listEdges,
	listGroups,
	putGroup,
	reachable,
	removeEdge,
	removeGroup,
	replaceAllowEdges,
	setEdge,
} from "../../src/state/edges/index.ts";
import type { Connection, Store, Transaction } from "../../src/store/index.ts";
import { plantAgents } from "../store/plant-agents.ts";

const NOW = 1_000_000;
const BY = "user:ann@example.org";
const ABC = { a: null, b: null, c: null, d: null };

/** What edges and groups do on every kind of store. */
export function edgesContract(open: () => Promise<Store>): void {
	const opened = async (agents: Readonly<Record<string, string | null>> = ABC): Promise<Store> => {
		const store = await open();
		await store.change((transaction) => plantAgents(transaction, agents));
		return store;
	};
	const verdict = (store: Store, source: string, target: string, now = NOW) =>
		store.look((connection) => edgeState(connection, source, target, now));
	const allow = (store: Store, source: string, target: string, more: object = {}) =>
		store.change((transaction) => setEdge(transaction, { source, target, grantedBy: BY, now: NOW, ...more }));

	it("[edges-direction] an edge from A to B says nothing of B to A", async () => {
		const store = await opened();
		expect(await allow(store, "a", "b", { reason: "they\0work together" })).toMatchObject({
			...{ ok: true, created: true },
			edge: {
				source: "a",
				target: "b",
				effect: "allow",
				granted_by: BY,
				reason: "they\0work together",
				created_at: NOW,
				rate: null,
				version: 1,
			},
		});
		expect([await verdict(store, "a", "b"), await verdict(store, "b", "a"), await verdict(store, "a", "ghost")]).toEqual([
			"allow",
			"none",
			"none",
		]);
	});

	it("setting an edge again writes all of it over, keeps its beginning and counts its version up", async () => {
		const store = await opened();
		const first = await allow(store, "a", "b", { expiresAt: NOW + 10, rate: { count: 1, per_seconds: 1 }, reason: "short" });
		const second = await allow(store, "a", "b", { effect: "block", now: NOW + 5 });
		expect(first.ok && second.ok && second.edge).toEqual({
			...(first.ok ? first.edge : {}),
			...{ effect: "block", expires_at: null, rate: null, reason: null, version: 2 },
		});
		expect(second).toMatchObject({ created: false });
	});

	it("[edges-stale] a change with a version that is not the present one is refused and shows the present one", async () => {
		const store = await opened();
		await allow(store, "a", "b");
		expect(await allow(store, "a", "b", { expectedVersion: 7 })).toMatchObject({ ok: false, code: "stale", edge: { version: 1 } });
		expect(await allow(store, "a", "c", { expectedVersion: 1 })).toMatchObject({ ok: false, code: "stale", edge: null });
		expect(await allow(store, "a", "b", { expectedVersion: 1 })).toMatchObject({ ok: true, edge: { version: 2 } });
		expect(await store.change((transaction) => removeEdge(transaction, "a", "b", 1))).toMatchObject({ ok: false, code: "stale" });
	});

	it.each([
		["[edges-past-expiry] an expiry in the past", { expiresAt: NOW }, "past-expiry"],
		["an expiry that is not a moment", { expiresAt: Number.NaN }, "invalid-edge"],
		["[edges-zero-rate] a rate of zero", { rate: { count: 0, per_seconds: 60 } }, "invalid-rate"],
		["a rate per no time", { rate: { count: 2, per_seconds: 0 } }, "invalid-rate"],
		["a rate of half a message", { rate: { count: 0.5, per_seconds: 60 } }, "invalid-rate"],
		["an unknown effect", { effect: "permit" }, "invalid-edge"],
		["[edges-missing-end] an agent that is not there", { target: "ghost" }, "unknown-agent"],
		["a group that is not there", { source: "group:ghosts" }, "unknown-group"],
		["a name that is not an id", { target: "../b" }, "invalid-edge"],
		["a name that no database can keep", { target: "b\0" }, "invalid-edge"],
		["[edges-self] an agent and itself", { target: "a" }, "self-edge"],
	])("%s is refused and nothing is written", async (_, wish, code) => {
		const store = await opened();
		expect(await allow(store, "a", "b", wish)).toMatchObject({ ok: false, code });
		expect(await store.look((connection) => listEdges(connection, { limit: 10 }))).toEqual({ items: [], next_cursor: null });
	});

	it("the refusals of Trinity's routes have Trinity's texts", async () => {
		const store = await opened();
		expect(await allow(store, "a", "a")).toMatchObject({ message: "Agent cannot be permitted to call itself" });
		expect(await allow(store, "a", "x")).toMatchObject({ message: "Agent 'x' does not exist or is not accessible" });
	});

	it("removing an edge ends it, and a second time there is none", async () => {
		const store = await opened();
		await allow(store, "a", "b");
		expect(await store.change((transaction) => removeEdge(transaction, "a", "b"))).toMatchObject({ ok: true, edge: { target: "b" } });
		expect(await store.change((transaction) => removeEdge(transaction, "a", "b"))).toMatchObject({ ok: false, code: "not-found" });
		expect(await verdict(store, "a", "b")).toBe("none");
	});

	it("[edges-expiry] an edge holds until its moment, and is told apart from no edge", async () => {
		const store = await opened();
		await allow(store, "a", "b", { expiresAt: NOW + 1000 });
		await allow(store, "a", "c", { effect: "block", expiresAt: NOW + 1000 });
		expect([await verdict(store, "a", "b", NOW + 999), await verdict(store, "a", "b", NOW + 1000)]).toEqual(["allow", "expired"]);
		expect([await verdict(store, "a", "c", NOW + 999), await verdict(store, "a", "c", NOW + 1000)]).toEqual(["block", "none"]);
	});

	it("[edges-groups] [edges-block-wins] groups of either end count, a block beats every allow, and leaving the group ends the reach", async () => {
		const store = await opened();
		const members = (name: string, ...ids: readonly string[]) =>
			store.change((transaction) => putGroup(transaction, { name, members: ids, createdBy: BY, now: NOW }));
		await members("team", "a", "b");
		await members("desk", "c", "d");
		await allow(store, "group:team", "group:desk");
		await allow(store, "group:team", "group:team");
		expect(await Promise.all(["c", "d"].map((target) => verdict(store, "a", target)))).toEqual(["allow", "allow"]);
		expect([await verdict(store, "a", "b"), await verdict(store, "c", "a")]).toEqual(["allow", "none"]);
		await allow(store, "a", "group:desk", { effect: "block" });
		await allow(store, "a", "c");
		expect([await verdict(store, "a", "c"), await verdict(store, "b", "c")]).toEqual(["block", "allow"]);
		await members("team", "a");
		expect(await verdict(store, "b", "c")).toBe("none");
		await store.change((transaction) => removeEdge(transaction, "a", "group:desk"));
		expect(await store.change((transaction) => removeGroup(transaction, "desk"))).toMatchObject({ ok: true });
		expect([await verdict(store, "a", "c"), await verdict(store, "a", "d")]).toEqual(["allow", "none"]);
	});

	it("[edges-rate] in no window does more pass than the rate, however the works share commits, and the refusal says how long to wait", async () => {
		const store = await opened();
		await allow(store, "a", "b", { rate: { count: 2, per_seconds: 60 } });
		const use = (now: number) => store.record((transaction) => countEdgeUse(transaction, "a", "b", now));
		const outcomes = await Promise.all(Array.from({ length: 20 }, () => use(NOW)));
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
		expect(outcomes.at(-1)).toMatchObject({ ok: false, code: "edge-rate", retryAfter: 60 });
		expect(await verdict(store, "a", "b", NOW + 59_999)).toBe("rate");
		expect(await use(NOW + 60_000)).toEqual({ ok: true, counted: true });
		expect(await use(NOW + 60_001)).toEqual({ ok: true, counted: true });
		expect(await use(NOW + 60_002)).toMatchObject({ code: "edge-rate" });
		expect(await store.look((connection) => judgeEdge(connection, "a", "b", NOW + 90_000))).toMatchObject({
			verdict: "rate",
			retryAfter: 30,
		});
	});

	it("the rate of a group's edge is each pair's own, and an edge without a rate makes it unneeded", async () => {
		const store = await opened();
		await store.change((transaction) => putGroup(transaction, { name: "team", members: ["a", "c"], createdBy: BY, now: NOW }));
		await allow(store, "group:team", "b", { rate: { count: 1, per_seconds: 60 } });
		const use = (source: string) => store.record((transaction) => countEdgeUse(transaction, source, "b", NOW));
		expect([(await use("a")).ok, (await use("c")).ok, (await use("a")).ok]).toEqual([true, true, false]);
		await allow(store, "a", "b");
		expect(await use("a")).toEqual({ ok: true, counted: false });
		await allow(store, "a", "b", { effect: "block" });
		expect(await use("a")).toMatchObject({ ok: false, code: "target-blocked" });
	});

	it("[edges-replace] the new list takes the place of all allow edges, keeps blocks, and drops the agent itself and doubles", async () => {
		const store = await opened({ ...ABC, e: null });
		await allow(store, "a", "b", { rate: { count: 5, per_seconds: 60 } });
		await allow(store, "a", "c");
		await allow(store, "a", "d", { effect: "block" });
		await store.change((transaction) => putGroup(transaction, { name: "team", members: ["e"], createdBy: BY, now: NOW }));
		await allow(store, "a", "group:team");
		await allow(store, "b", "a");
		const replace = (targets: readonly string[]) =>
			store.change((transaction) => replaceAllowEdges(transaction, { source: "a", targets, grantedBy: BY, now: NOW }));
		expect(await replace(["e", "a", "b", "d", "b"])).toEqual({
			...{ ok: true, count: 2, permitted: ["b", "e"], added: ["e"], removed: ["c", "group:team"], blocked: ["d"] },
		});
		expect(await store.look((connection) => findEdge(connection, "a", "b"))).toMatchObject({ rate: { count: 5 }, version: 1 });
		expect(await replace([])).toMatchObject({ permitted: [], removed: ["b", "e"] });
		expect([await verdict(store, "a", "d"), await verdict(store, "b", "a")]).toEqual(["block", "allow"]);
	});

	it("[edges-replace-whole] one unknown target refuses the whole list, and the old edges stand", async () => {
		const store = await opened();
		await allow(store, "a", "b");
		const outcome = await store.change((transaction) =>
			replaceAllowEdges(transaction, { source: "a", targets: ["c", "ghost\0"], grantedBy: BY, now: NOW }),
		);
		expect(outcome).toMatchObject({ ok: false, code: "unknown-agent", agent: "ghost\0" });
		expect([await verdict(store, "a", "b"), await verdict(store, "a", "c")]).toEqual(["allow", "none"]);
	});

	it("[edges-default-lineage] [edges-default-none] [edges-default-same-owner] a new agent begins with the edges of the setting", async () => {
		const store = await opened();
		const made = async (policy: "lineage" | "none" | "same-owner", parent: string | null) => {
			const wish = { agent: "d", parent, siblings: ["b", "c", "d", "ghost"], policy, grantedBy: BY, now: NOW };
			const pairs = await store.change((transaction) => defaultEdges(transaction, wish));
			return pairs.map(({ source, target }) => `${source}${target}`).toSorted();
		};
		expect(await made("none", "a")).toEqual([]);
		expect(await made("lineage", null)).toEqual([]);
		expect(await made("lineage", "a")).toEqual(["ad", "da"]);
		await allow(store, "c", "d", { effect: "block" });
		expect(await made("same-owner", "a")).toEqual(["bd", "db", "dc"]);
		expect(await verdict(store, "c", "d")).toBe("block");
		await store.change((transaction) => plantAgents(transaction, { e: null }));
		const wish = { agent: "e", parent: null, owner: "ann@example.org", now: NOW };
		expect(await store.change((transaction) => connectNewAgent(transaction, { ...wish, policy: "lineage" }))).toEqual([]);
		expect(await store.change((transaction) => connectNewAgent(transaction, { ...wish, policy: "same-owner" }))).toHaveLength(8);
	});

	it("[edges-cascade] edges and memberships end with either agent, and follow a rename", async () => {
		const store = await opened();
		await store.change((transaction) => putGroup(transaction, { name: "team", members: ["a", "b"], createdBy: BY, now: NOW }));
		await allow(store, "a", "b");
		await allow(store, "c", "a");
		await allow(store, "group:team", "a", { rate: { count: 2, per_seconds: 60 } });
		await store.change((transaction) => countEdgeUse(transaction, "b", "a", NOW));
		await store.change((transaction) => transaction.run("UPDATE agents SET id = 'x' WHERE id = 'a'"));
		const around = async (agent: string) => {
			const { in: incoming, out } = await store.look((connection) => edgesOf(connection, agent));
			return [...incoming, ...out].map(({ source, target }) => `${source}>${target}`);
		};
		expect(await around("x")).toEqual(["c>x", "group:team>x", "x>b"]);
		expect(await store.look((connection) => judgeEdge(connection, "b", "x", NOW))).toMatchObject({ verdict: "allow" });
		expect(await store.look((connection) => groupsOf(connection, "x"))).toEqual(["team"]);
		await store.change((transaction) => transaction.run("DELETE FROM agents WHERE id = 'x'"));
		expect([await around("b"), await around("c")]).toEqual([[], []]);
		expect(await store.look((connection) => findGroup(connection, "team"))).toMatchObject({ members: ["b"] });
	});

	it("[edges-view] the view agent_permissions shows the allow edges between agents as the seed's table", async () => {
		const store = await opened();
		const made = await allow(store, "a", "b");
		await allow(store, "a", "c", { effect: "block" });
		expect(await store.look((connection) => connection.all("SELECT * FROM agent_permissions"))).toEqual([
			{ id: made.ok ? made.edge.id : "", source_agent: "a", target_agent: "b", created_at: NOW, created_by: BY },
		]);
	});

	it("[edges-reachable] the agents that edges lead to come in order and by pages, without self, blocked, expired and unreached ones", async () => {
		const ids = Array.from({ length: 30 }, (_, index) => `t${String(index).padStart(2, "0")}`);
		const store = await opened({ me: null, ...Object.fromEntries(ids.map((id) => [id, null])) });
		await store.change(async (transaction) => {
			await putGroup(transaction, { name: "mine", members: ["me"], createdBy: BY, now: NOW });
			await putGroup(transaction, { name: "theirs", members: ["me", ...ids.slice(20)], createdBy: BY, now: NOW });
			for (const target of ids.slice(0, 12)) await set(transaction, "me", target);
			for (const target of ids.slice(10, 15)) await set(transaction, "group:mine", target);
			await set(transaction, "group:mine", "group:theirs");
			await set(transaction, "me", "group:theirs");
			for (const target of ["t01", "t02", "t03", "t04", "t20"]) await set(transaction, "group:mine", target, { effect: "block" });
			await set(transaction, "me", "t05", { expiresAt: NOW + 1 });
			await set(transaction, "me", "t06", { rate: { count: 1, per_seconds: 60 } });
			await countEdgeUse(transaction, "me", "t06", NOW);
		});
		const expected = [...ids.slice(0, 15), ...ids.slice(20)].filter((id) => !["t01", "t02", "t03", "t04", "t05", "t20"].includes(id));
		for (const limit of [1, 3, 100]) {
			const pages = await store.look((connection) => walk((cursor) => reachable(connection, "me", NOW + 10, { limit, cursor })));
			expect(pages.flat().map(({ id }) => id)).toEqual(expected);
			expect(pages.every((page) => page.length <= limit && page.length > 0)).toBe(true);
			expect(
				pages
					.flat()
					.filter((one) => one.verdict === "rate")
					.map(({ id }) => id),
			).toEqual(["t06"]);
		}
	});

	it("[edges-list] edges are listed by source, by target and all, page by page, while others are written", async () => {
		const store = await opened();
		for (const [source, target] of [
			["a", "b"],
			["a", "c"],
			["b", "c"],
			["d", "c"],
		] as const)
			await allow(store, source, target);
		const list = (filter: object) => (connection: Connection) => walk((cursor) => listEdges(connection, { limit: 1, cursor, ...filter }));
		const names = async (filter: object) => (await store.look(list(filter))).flat().map(({ source, target }) => source + target);
		expect(await names({})).toEqual(["ab", "ac", "bc", "dc"]);
		expect(await names({ source: "a" })).toEqual(["ab", "ac"]);
		expect(await names({ target: "c" })).toEqual(["ac", "bc", "dc"]);
		expect(await names({ source: "a", target: "c" })).toEqual(["ac"]);
		expect(await names({ source: "\0" })).toEqual([]);
	});

	it("[groups-put] a group takes exactly the named members, or is refused whole", async () => {
		const store = await opened();
		const put = (name: string, members: readonly string[], expectedVersion?: number) =>
			store.change((transaction) =>
				putGroup(transaction, { name, members, createdBy: BY, now: NOW, ...(expectedVersion === undefined ? {} : { expectedVersion }) }),
			);
		expect(await put("team", ["b", "a", "b"])).toMatchObject({
			ok: true,
			created: true,
			group: { members: ["a", "b"], version: 1, created_by: BY },
		});
		expect(await put("team", ["c"])).toMatchObject({ ok: true, created: false, group: { members: ["c"], version: 2 } });
		expect(await put("team", ["a", "ghost"])).toMatchObject({ ok: false, code: "unknown-agent" });
		expect(await put("team", ["a"], 1)).toMatchObject({ ok: false, code: "stale", group: { members: ["c"] } });
		expect(await put("TEAM", ["a"])).toMatchObject({ ok: false, code: "name-taken" });
		expect(await put("all", ["a"])).toMatchObject({ ok: false, code: "invalid-id" });
		expect(await put("a/b", ["a"])).toMatchObject({ ok: false, code: "invalid-id" });
		expect(await put("zoo", [])).toMatchObject({ ok: true, group: { members: [] } });
		const pages = await store.look((connection) => walk((cursor) => listGroups(connection, { limit: 1, cursor })));
		expect(pages.flat().map(({ name, members }) => [name, members])).toEqual([
			["team", ["c"]],
			["zoo", []],
		]);
		expect(await store.change((transaction) => removeGroup(transaction, "ghosts"))).toMatchObject({ ok: false, code: "not-found" });
	});
}

function set(transaction: Transaction, source: string, target: string, more: object = {}): ReturnType<typeof setEdge> {
	return setEdge(transaction, { source, target, grantedBy: BY, now: NOW, ...more });
}

async function walk<T>(
	page: (cursor: string | null) => Promise<{ readonly items: readonly T[]; readonly next_cursor: string | null }>,
): Promise<readonly (readonly T[])[]> {
	const pages: (readonly T[])[] = [];
	let cursor: string | null = null;
	do {
		const { items, next_cursor }: { readonly items: readonly T[]; readonly next_cursor: string | null } = await page(cursor);
		if (items.length > 0) pages.push(items);
		cursor = next_cursor;
	} while (cursor !== null);
	return pages;
}
