import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId } from "../../../test/agents/sample-agent.ts";
import { openStore, type Store } from "../../store/index.ts";
import { authenticate, createKey, ensurePerson } from "../keys/index.ts";
import { getSetting, setSetting } from "../settings/index.ts";
import { exportIdentity, type IdentitySnapshot, importIdentity } from "./index.ts";

let from: Store;
let into: Store;
let values: readonly string[];
let snapshot: IdentitySnapshot;
beforeEach(async () => {
	[from, into] = [await openStore(":memory:"), await openStore(":memory:")];
	values = await from.change(async (transaction) => {
		await ensurePerson(transaction, "ann@example.org", "creator", 5);
		await addAgent(transaction, "worker");
		await setSetting(transaction, "edges.default", "none");
		const ann = await createKey(transaction, { name: "a", scope: "user", person: "ann@example.org", createdBy: "local", now: 5 });
		const worker = await createKey(transaction, { name: "w", scope: "agent", agent: agentId("worker"), createdBy: "local", now: 5 });
		return [ann.value, worker.value];
	});
	snapshot = JSON.parse(JSON.stringify(await from.look(exportIdentity)));
});
afterEach(async () => {
	await from.close();
	await into.close();
});

describe("a snapshot of identities", () => {
	it("[wire-2-snapshot-keys] keeps the hashes of keys: every value opens the restored store, and is not in the snapshot", async () => {
		await into.change((transaction) => addAgent(transaction, "worker"));
		expect(await into.change((transaction) => importIdentity(transaction, snapshot))).toEqual({
			ok: true,
			people: 1,
			keys: 2,
			settings: 1,
		});
		expect(await into.look(exportIdentity)).toEqual(snapshot);
		for (const value of values) {
			expect(JSON.stringify(snapshot)).not.toContain(value);
			expect(await into.look((connection) => authenticate(connection, value, 6))).toMatchObject({ ok: true });
		}
		expect(await into.look((connection) => getSetting(connection, "edges.default"))).toBe("none");
	});

	it("leaves a person alone who is known already", async () => {
		await into.change(async (transaction) => {
			await addAgent(transaction, "worker");
			await ensurePerson(transaction, "ann@example.org", "user", 9);
			await importIdentity(transaction, snapshot);
		});
		const [ann = ""] = values;
		expect(await into.look((connection) => authenticate(connection, ann, 6))).toMatchObject({ principal: { role: "user" } });
	});

	it.each([
		["nothing", () => null],
		["a missing table", () => ({ people: [], settings: [] })],
		["the key of an agent that is not there", () => snapshot],
		[
			"the key of a stranger",
			() => ({ ...snapshot, people: [], access_keys: snapshot.access_keys.filter(({ scope }) => scope === "user") }),
		],
		["an unknown setting", () => ({ people: [], access_keys: [], settings: [{ name: "x", value: "1", version: 1 }] })],
		["an unknown role", () => ({ people: [{ email: "a@x", name: null, role: "god", created_at: 1 }], access_keys: [], settings: [] })],
		["a name that is not JSON", () => ({ ...snapshot, access_keys: snapshot.access_keys.map((row) => ({ ...row, name: "{" })) })],
	])("[wire-2-snapshot-checked] with %s is refused, and nothing is written", async (_what, broken) => {
		expect(await into.change((transaction) => importIdentity(transaction, broken()))).toMatchObject({
			ok: false,
			code: "invalid-snapshot",
		});
		expect(await into.look(exportIdentity)).toEqual({ people: [], access_keys: [], settings: [] });
	});
});
