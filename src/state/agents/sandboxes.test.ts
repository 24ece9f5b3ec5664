import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId, SAMPLE_TIME } from "../../../test/agents/sample-agent.ts";
import { openStore, type Store } from "../../store/index.ts";
import {
	addShare,
	findSandbox,
	insertSandbox,
	isShared,
	listSandboxes,
	listShares,
	removeSandbox,
	removeShare,
	type SandboxRecord,
	sandboxStats,
} from "./index.ts";

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
	await store.change(async (transaction) => {
		for (const id of ["a", "b", "c", "d"]) await addAgent(transaction, id);
		await addAgent(transaction, "e", { parent: "a" });
	});
});
afterEach(() => store.close());

function record(agent: string, change: Partial<SandboxRecord> = {}): SandboxRecord {
	const rest = { mode: "isolated", session: null, parent: null, config: { mode: "isolated" }, createdAt: SAMPLE_TIME };
	return { agent: agentId(agent), path: `/sandboxes/${agent}`, ...rest, ...change };
}

describe("sandboxes", () => {
	it("[wire-3-sandbox-idempotent] the second sandbox of an agent is the first one", async () => {
		await store.change((transaction) => insertSandbox(transaction, record("a")));
		const again = await store.change((transaction) => insertSandbox(transaction, record("a", { path: "/elsewhere", mode: "shared" })));
		expect(again).toEqual(record("a"));
	});

	it("[wire-3-sandbox-stats] two isolated and two shared are counted by mode, session and parent", async () => {
		await store.change(async (transaction) => {
			for (const id of ["a", "b"]) await insertSandbox(transaction, record(id));
			for (const id of ["c", "d"]) await insertSandbox(transaction, record(id, { mode: "shared", session: "s1", path: "/sessions/s1" }));
		});
		expect(await store.look(sandboxStats)).toEqual({
			total_sandboxes: 4,
			isolated: 2,
			shared: 2,
			nested: 0,
			by_session: { s1: 2 },
			by_parent: {},
		});
		await store.change((transaction) => insertSandbox(transaction, record("e", { mode: "nested", parent: agentId("a") })));
		expect(await store.look(sandboxStats)).toMatchObject({ total_sandboxes: 5, nested: 1, by_parent: { a: 1 } });
	});

	it("are listed by pages and gone when removed", async () => {
		await store.change(async (transaction) => {
			for (const id of ["c", "a", "b"]) await insertSandbox(transaction, record(id));
		});
		const first = await store.look((connection) => listSandboxes(connection, { limit: 2 }));
		expect(first.items.map(({ agent }) => agent)).toEqual(["a", "b"]);
		const second = await store.look((connection) => listSandboxes(connection, { limit: 2, cursor: first.next_cursor }));
		expect(second).toEqual({ items: [record("c")], next_cursor: null });
		expect(await store.change((transaction) => removeSandbox(transaction, "a"))).toBe(true);
		expect(await store.change((transaction) => removeSandbox(transaction, "a"))).toBe(false);
		expect(await store.look((connection) => findSandbox(connection, "a"))).toBeNull();
	});
});

describe("shares", () => {
	const share = (email: string) => ({ agent: agentId("a"), email, sharedBy: "ann@example.org", createdAt: 5 });

	it("[wire-4-shares] an agent is shared with a person once, whatever the case of the address, until it is taken back", async () => {
		const made = await store.change((transaction) => addShare(transaction, share("Bob@Example.org")));
		expect(made).toMatchObject({ ok: true, share: { agent: "a", email: "bob@example.org", sharedBy: "ann@example.org", createdAt: 5 } });
		expect(await store.change((transaction) => addShare(transaction, share("bob@example.org")))).toMatchObject({
			ok: false,
			code: "already-shared",
		});
		expect(await store.look((connection) => isShared(connection, "a", "BOB@example.org"))).toBe(true);
		expect(await store.look((connection) => listShares(connection, "a"))).toEqual([made.ok && made.share]);
		expect(await store.change((transaction) => removeShare(transaction, "a", "bob@EXAMPLE.org"))).toBe(true);
		expect(await store.change((transaction) => removeShare(transaction, "a", "bob@example.org"))).toBe(false);
		expect(await store.look((connection) => isShared(connection, "a", "bob@example.org"))).toBe(false);
	});

	it("what is not an address is refused", async () => {
		for (const email of ["", "local", "a@b@c", "bo b@x", "bo\0b@x", "bób@x"])
			expect(await store.change((transaction) => addShare(transaction, share(email)))).toMatchObject({ ok: false, code: "invalid-email" });
		expect(await store.look((connection) => isShared(connection, "a", "\0"))).toBe(false);
	});
});
