import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, SAMPLE_TIME } from "../../../test/agents/sample-agent.ts";
import { type Connection, openStore, type SqlValue, type Store } from "../../store/index.ts";
import { type AgentQuery, addShare, countAgents, listAgents, matchesIdPattern, pageOfAgentRows, setStatus } from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
});
afterEach(() => store.close());

async function listed(query: Partial<AgentQuery>): Promise<readonly string[]> {
	const page = await store.look((connection) => listAgents(connection, { limit: 100, ...query }));
	return page.items.map(({ id }) => id);
}

describe("listAgents", () => {
	it("[wire-4-agent-cursor] a walk of 250 agents during inserts has no gap and no double", async () => {
		const id = (number: number): string => `agent-${String(number).padStart(4, "0")}`;
		await store.change(async (transaction) => {
			for (let number = 0; number < 250; number++) await addAgent(transaction, id(number * 2));
		});
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const { items, next_cursor }: Awaited<ReturnType<typeof listAgents>> = await store.look((connection) =>
				listAgents(connection, { limit: 40, cursor }),
			);
			seen.push(...items.map((agent) => agent.id));
			cursor = next_cursor;
			await store.change((transaction) => addAgent(transaction, id(seen.length * 2 - 7)));
			await store.change((transaction) => addAgent(transaction, id(seen.length * 2 + 7)));
		} while (cursor !== null);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen).toEqual(seen.toSorted());
		for (let number = 0; number < 250; number++) expect(seen).toContain(id(number * 2));
	});

	it("[wire-2-agent-filters] every filter keeps exactly what it names", async () => {
		await store.change(async (transaction) => {
			await addAgent(transaction, "a1", { owner: "bob@example.org", session: "s", component: "c/1" });
			await addAgent(transaction, "a2", { createdAt: SAMPLE_TIME - 10 });
			await addAgent(transaction, "b1", { parent: "a1" });
			await setStatus(transaction, "a2", "running");
		});
		expect(await listed({})).toEqual(["a1", "a2", "b1"]);
		expect(await listed({ owner: "bob@example.org" })).toEqual(["a1"]);
		expect(await listed({ status: "running" })).toEqual(["a2"]);
		expect(await listed({ parent: "a1" })).toEqual(["b1"]);
		expect(await listed({ parent: null })).toEqual(["a1", "a2"]);
		expect(await listed({ session: "s", component: "c/1" })).toEqual(["a1"]);
		expect(await listed({ component: "c" })).toEqual([]);
		expect(await listed({ olderThan: SAMPLE_TIME })).toEqual(["a2"]);
		expect(await listed({ pattern: "a*" })).toEqual(["a1", "a2"]);
		expect(await listed({ pattern: "?1" })).toEqual(["a1", "b1"]);
		expect(await listed({ pattern: "A*" })).toEqual([]);
		expect(await listed({ pattern: "*", limit: 2 })).toEqual(["a1", "a2"]);
		expect(await listed({ cursor: "not a cursor of ours \0" })).toBeDefined();
		expect(await store.look(countAgents)).toEqual({ registered: 2, running: 1, stopped: 0 });
	});

	it("a pattern that fits few of many is filled over several reads", async () => {
		await store.change(async (transaction) => {
			for (let number = 0; number < 1_100; number++) await addAgent(transaction, `x${String(number).padStart(5, "0")}`);
		});
		expect(await listed({ pattern: "x*99", limit: 5 })).toEqual(["x00099", "x00199", "x00299", "x00399", "x00499"]);
		expect(await listed({ pattern: "x*99", limit: 100 })).toHaveLength(11);
		const first = await store.look((connection) => listAgents(connection, { limit: 10, pattern: "x*99" }));
		expect(await listed({ pattern: "x*99", cursor: first.next_cursor })).toEqual(["x01099"]);
	});

	it("[wire-1-accessible] a person sees what they own and what is shared with them, in one order", async () => {
		await store.change(async (transaction) => {
			for (const id of ["a", "c", "e"]) await addAgent(transaction, id, { owner: "bob@example.org" });
			for (const id of ["b", "d", "f"]) await addAgent(transaction, id);
			for (const id of ["d", "a"])
				await addShare(transaction, { agent: agentId(id), email: "Bob@example.org", sharedBy: "ann@example.org", createdAt: 1 });
		});
		expect(await listed({ accessibleTo: "bob@example.org" })).toEqual(["a", "c", "d", "e"]);
		const first = await store.look((connection) => listAgents(connection, { limit: 2, accessibleTo: "bob@example.org" }));
		expect(await listed({ accessibleTo: "bob@example.org", cursor: first.next_cursor })).toEqual(["d", "e"]);
		expect(await listed({ accessibleTo: "bob@example.org", status: "running" })).toEqual([]);
		expect(await listed({ accessibleTo: "eve@example.org" })).toEqual([]);
	});

	it("[wire-7-agent-pages] every kind of page is found by an index, never by reading all agents or sorting them", async () => {
		for (const filter of [
			{},
			{ owner: "x" },
			{ status: "running" },
			{ parent: "p" },
			{ parent: null },
			{ component: "c" },
			{ session: "s" },
			{ prefix: "x" },
			{ accessibleTo: "x" },
		]) {
			const plan = await store.look((connection) => explained(connection, filter));
			const steps = plan.filter((step) => /^(SEARCH|SCAN) /.test(step) && !/^SCAN (owned|shown|accessible)$/.test(step));
			expect(steps.length).toBeGreaterThan(0);
			for (const step of steps) expect(step).toMatch(/^SEARCH (agents|shares) USING (COVERING )?INDEX/);
			// What is sorted for a person is the two pages, each no longer than the limit.
			expect(plan.filter((step) => step.includes("TEMP B-TREE"))).toHaveLength("accessibleTo" in filter ? 2 : 0);
		}
	});
});

describe("matchesIdPattern", () => {
	it("knows stars and question marks, also many of them in a row", () => {
		expect(["*", "a*c", "a?c", "***c", "abc"].map((pattern) => matchesIdPattern(pattern, "abc"))).toEqual([true, true, true, true, true]);
		expect(["", "a", "?", "a*d", "abcd", "[a]bc", "a.c"].map((pattern) => matchesIdPattern(pattern, "abc"))).toEqual(Array(7).fill(false));
		expect(matchesIdPattern(`${"*a".repeat(200)}b`, "a".repeat(64))).toBe(false);
	});
});

/** How SQLite would find a page. */
async function explained(connection: Connection, filter: Parameters<typeof pageOfAgentRows>[1]): Promise<readonly string[]> {
	const spy: Connection = {
		all: (sql: string, values?: readonly SqlValue[]) => connection.all(`EXPLAIN QUERY PLAN ${sql}`, values),
		run: () => Promise.reject(new Error("a page does not write")),
	};
	return (await pageOfAgentRows(spy, filter, "m", 101)).map(({ detail }) => String(detail));
}
