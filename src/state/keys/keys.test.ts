import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAgent, agentId } from "../../../test/agents/sample-agent.ts";
import { openStore, type Store, type Transaction } from "../../store/index.ts";
import { endAgent, renameAgent } from "../agents/index.ts";
import {
	authenticate,
	createKey,
	ensurePerson,
	findKey,
	listKeys,
	type MadeKey,
	type NewKey,
	noteKeyUses,
	replaceKeys,
	revokeKey,
	rotateKey,
	setRole,
} from "./index.ts";

const NOW = 1_700_000_000_000;
const REFUSED = { ok: false, code: "invalid-key", message: "The key is not valid" };

let store: Store;
beforeEach(async () => {
	store = await openStore(":memory:");
	await store.change(async (transaction) => {
		await ensurePerson(transaction, "ann@example.org", "operator", NOW);
		await addAgent(transaction, "boss");
		await addAgent(transaction, "kid", { parent: "boss" });
		await addAgent(transaction, "grandkid", { parent: "kid" });
		await addAgent(transaction, "other");
	});
});
afterEach(() => store.close());

function make(transaction: Transaction, given: Partial<NewKey>): Promise<MadeKey> {
	return createKey(transaction, { name: "test", scope: "user", createdBy: "user:ann@example.org", now: NOW, ...given });
}
const made = (given: Partial<NewKey>): Promise<MadeKey> => store.change((transaction) => make(transaction, given));
const ask = (value: unknown, now = NOW) => store.look((connection) => authenticate(connection, value, now));
const person = { scope: "user", person: "ann@example.org" } as const;
const agent = (id: string) => ({ scope: "agent", agent: agentId(id) }) as const;

describe("authenticate", () => {
	it("[wire-1-principals] a key stands for the person, the agent or the system of its scope", async () => {
		const [ann, kid, cron] = [await made(person), await made(agent("kid")), await made({ scope: "system", systemName: "cron" })];
		expect(await ask(ann.value)).toEqual({
			ok: true,
			principal: { kind: "person", email: "ann@example.org", role: "operator", keyId: ann.key.id },
			key: ann.key,
		});
		expect(await ask(kid.value)).toMatchObject({
			ok: true,
			principal: { kind: "agent", id: "kid", uid: expect.stringMatching(/^agent_/) },
		});
		expect(await ask(cron.value)).toMatchObject({ ok: true, principal: { kind: "system", name: "cron" } });
	});

	it("[wire-1-principals] a changed role counts from the next request on", async () => {
		const { value } = await made(person);
		await store.change((transaction) => setRole(transaction, "ann@example.org", "user"));
		expect(await ask(value)).toMatchObject({ ok: true, principal: { role: "user" } });
	});

	it("[wire-1-invalid-keys] what is wrong with a key is never told: one answer for everything", async () => {
		const { value, key } = await made(person);
		const changed = async (set: string): Promise<unknown> => {
			const before = await store.look((connection) => connection.all("SELECT * FROM access_keys WHERE id = ?", [key.id]));
			await store.change((transaction) => transaction.run(`UPDATE access_keys SET ${set} WHERE id = ?`, [key.id]));
			const answer = await ask(value);
			const row = before[0] ?? {};
			await store.change((transaction) =>
				transaction.run("UPDATE access_keys SET scope = ?, person = ?, expires_at = NULL, revoked_at = NULL WHERE id = ?", [
					row.scope ?? null,
					row.person ?? null,
					key.id,
				]),
			);
			return answer;
		};
		for (const set of ["scope = 'root'", "scope = 'agent'", "scope = 'system'", "person = NULL", `expires_at = ${NOW}`, "revoked_at = 1"])
			expect(await changed(set)).toEqual(REFUSED);
		expect(await ask(value)).toMatchObject({ ok: true });
		const flipped = `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`;
		for (const wrong of [
			flipped,
			"",
			"writ_",
			`${value} `,
			value.toUpperCase(),
			key.id,
			key.prefix,
			null,
			undefined,
			7,
			"x".repeat(1_000_000),
			`writ_\0${value.slice(6)}`,
		])
			expect(await ask(wrong)).toEqual(REFUSED);
		await store.change((transaction) => transaction.run("UPDATE people SET role = 'emperor'"));
		expect(await ask(value)).toEqual(REFUSED);
		await store.change((transaction) => transaction.run("DELETE FROM people"));
		expect(await ask(value)).toEqual(REFUSED);
	});

	it("[wire-1-agent-key-needs-agent] the key of an agent that ended opens nothing, even when the id lives again", async () => {
		const { value } = await made(agent("other"));
		await store.change((transaction) => endAgent(transaction, "other", NOW));
		expect(await ask(value)).toEqual(REFUSED);
		await store.change((transaction) => addAgent(transaction, "other"));
		expect(await ask(value)).toEqual(REFUSED);
	});

	it("[wire-2-rename-keys] the key of a renamed agent stands for the new id", async () => {
		const { value } = await made(agent("other"));
		await store.change((transaction) => renameAgent(transaction, "other", agentId("another"), NOW));
		expect(await ask(value)).toMatchObject({ ok: true, principal: { id: "another" } });
	});

	it("[wire-2-key-expiry] a key ends at its moment", async () => {
		const { value } = await made({ ...person, expiresAt: NOW + 1_000 });
		expect(await ask(value, NOW + 999)).toMatchObject({ ok: true });
		expect(await ask(value, NOW + 1_000)).toEqual(REFUSED);
	});
});

describe("createKey", () => {
	it("[wire-2-key-form] a value is its prefix and 32 random bytes, and never comes twice", async () => {
		const [one, two, compatible] = [await made(person), await made(person), await made({ ...person, compat: true })];
		expect(one.value).toMatch(/^writ_[A-Za-z0-9_-]{43}$/);
		expect(compatible.value).toMatch(/^trinity_mcp_[A-Za-z0-9_-]{43}$/);
		expect(one.value).not.toBe(two.value);
		expect(Buffer.from(one.value.slice(5), "base64url")).toHaveLength(32);
		expect(await ask(compatible.value)).toMatchObject({ ok: true });
	});

	it("[wire-2-key-value-once] the value is nowhere in the database, and no list shows it or its hash", async () => {
		const folder = mkdtempSync(join(tmpdir(), "writ-keys-"));
		const onDisk = await openStore(join(folder, "writ.db"));
		try {
			const { value, key } = await onDisk.change(async (transaction) => {
				await ensurePerson(transaction, "ann@example.org", "user", NOW);
				return make(transaction, person);
			});
			const rotated = await onDisk.change((transaction) => rotateKey(transaction, key.id, { now: NOW, graceSeconds: 60 }));
			const values = [value, rotated.ok ? rotated.value : ""];
			const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
			expect(files.some((bytes) => bytes.includes(key.prefix))).toBe(true);
			for (const secret of values) for (const bytes of files) expect(bytes.includes(secret.slice(10))).toBe(false);
			const listed = JSON.stringify(await onDisk.look((connection) => listKeys(connection, { limit: 10 })));
			expect(listed).toContain(key.id);
			expect(listed).not.toMatch(/hash|[0-9a-f]{64}/);
		} finally {
			await onDisk.close();
			rmSync(folder, { recursive: true });
		}
	});

	it("a key names exactly the subject of its scope", async () => {
		for (const given of [{ scope: "user" }, { scope: "agent", person: "ann@example.org" }, { ...person, agent: agentId("kid") }] as const)
			await expect(made(given)).rejects.toMatchObject({ code: "bad-key" });
	});

	it("[wire-4-key-list] keys are listed by page and by whose they are, and uses are counted", async () => {
		const ann = await made({ ...person, name: "a\0b", description: "text" });
		for (const id of ["boss", "kid"]) await made(agent(id));
		await store.record((transaction) => noteKeyUses(transaction, ann.key.id, 2, NOW + 7));
		await store.record((transaction) => noteKeyUses(transaction, ann.key.id, 1, NOW + 5));
		const list = async (query: object) => (await store.look((connection) => listKeys(connection, { limit: 10, ...query }))).items;
		expect(await list({ person: "ann@example.org" })).toEqual([{ ...ann.key, usageCount: 3, lastUsedAt: NOW + 7 }]);
		expect((await list({ agent: "kid" })).map((key) => key.agent)).toEqual(["kid"]);
		expect(await list({ scope: "agent" })).toHaveLength(2);
		const first = await store.look((connection) => listKeys(connection, { limit: 2 }));
		const second = await store.look((connection) => listKeys(connection, { limit: 2, cursor: first.next_cursor }));
		expect([...first.items, ...second.items].map(({ id }) => id)).toEqual((await list({})).map(({ id }) => id));
		expect(second.next_cursor).toBeNull();
		expect(await store.look((connection) => findKey(connection, "key_none"))).toBeNull();
	});
});

describe("revokeKey", () => {
	const revoke = (id: string, descendants: readonly string[] = []) =>
		store.change((transaction) => revokeKey(transaction, id, { now: NOW, descendants: descendants.map(agentId) }));

	it("[wire-2-key-revocation] a revoked key opens nothing from then on; a second time changes nothing", async () => {
		const { key, value } = await made(person);
		expect(await revoke(key.id)).toEqual([key.id]);
		expect(await ask(value)).toEqual(REFUSED);
		expect(await revoke(key.id)).toEqual([]);
		expect(await revoke("key_none")).toEqual([]);
	});

	it("[wire-2-key-cascade] revoking an agent's key revokes the keys of its descendants, and of nobody else", async () => {
		const [boss, spare, kid, grandkid, other, ann] = [
			await made(agent("boss")),
			await made(agent("boss")),
			await made(agent("kid")),
			await made(agent("grandkid")),
			await made(agent("other")),
			await made(person),
		];
		const touched: string[] = [];
		store.attach({ afterCommit: (batch) => void touched.push(...batch.touched.map(({ id }) => id)) });
		const ended = [boss.key.id, kid.key.id, grandkid.key.id].toSorted();
		expect(await revoke(boss.key.id, ["kid", "grandkid"])).toEqual(ended);
		expect(touched.toSorted()).toEqual(ended);
		for (const { value } of [boss, kid, grandkid]) expect(await ask(value)).toEqual(REFUSED);
		for (const { value } of [spare, other, ann]) expect(await ask(value)).toMatchObject({ ok: true });
	});

	it("[wire-2-key-cascade] keys derived from it end too, over any number of steps", async () => {
		const first = await made(person);
		const second = await made({ ...agent("kid"), derivedFrom: first.key.id });
		const third = await made({ ...agent("grandkid"), derivedFrom: second.key.id });
		expect(await revoke(first.key.id)).toEqual([first, second, third].map(({ key }) => key.id).toSorted());
	});

	it("a person's key leaves the keys of agents alone that only live below", async () => {
		const [ann, kid] = [await made(person), await made(agent("kid"))];
		expect(await revoke(ann.key.id, ["kid"])).toEqual([ann.key.id]);
		expect(await ask(kid.value)).toMatchObject({ ok: true });
	});
});

describe("rotateKey", () => {
	const rotate = (id: string, graceSeconds?: number, now = NOW) =>
		store.change((transaction) => rotateKey(transaction, id, { now, ...(graceSeconds === undefined ? {} : { graceSeconds }) }));

	it("[wire-2-key-rotation] the new value works, the old one ends at once, and nobody else's key does", async () => {
		const old = await made({ ...agent("boss"), compat: true, expiresAt: NOW + 50_000, description: "d" });
		const derived = await made({ ...agent("kid"), derivedFrom: old.key.id });
		const fresh = await rotate(old.key.id);
		if (!fresh.ok) throw new Error(fresh.message);
		expect(fresh.key).toMatchObject({ agent: "boss", name: "test", description: "d", expiresAt: NOW + 50_000, scope: "agent" });
		expect(fresh.value).toMatch(/^trinity_mcp_/);
		expect(await ask(old.value)).toEqual(REFUSED);
		expect(await ask(fresh.value)).toMatchObject({ ok: true, principal: { id: "boss" } });
		expect(await ask(derived.value)).toMatchObject({ ok: true });
		expect(await store.look((connection) => findKey(connection, old.key.id))).toMatchObject({ replacedBy: fresh.key.id });
		const ended = await store.change((transaction) => revokeKey(transaction, fresh.key.id, { now: NOW }));
		expect(ended).toEqual([fresh.key.id, derived.key.id].toSorted());
	});

	it("[wire-2-key-grace] the old value works until the grace is over, never beyond its own expiry, and ends with the new one", async () => {
		const old = await made(person);
		const fresh = await rotate(old.key.id, 10);
		expect(await ask(old.value, NOW + 9_999)).toMatchObject({ ok: true });
		expect(await ask(old.value, NOW + 10_000)).toEqual(REFUSED);
		await store.change((transaction) => revokeKey(transaction, fresh.ok ? fresh.key.id : "", { now: NOW }));
		expect(await ask(old.value, NOW + 1)).toEqual(REFUSED);
		const short = await made({ ...person, expiresAt: NOW + 1_000 });
		await rotate(short.key.id, 10);
		expect(await ask(short.value, NOW + 1_000)).toEqual(REFUSED);
	});

	it("[wire-2-key-rotation] a key that ended or was replaced cannot be rotated back to life", async () => {
		const [revoked, expired, replaced] = [await made(person), await made({ ...person, expiresAt: NOW + 1 }), await made(person)];
		await store.change((transaction) => revokeKey(transaction, revoked.key.id, { now: NOW }));
		await rotate(replaced.key.id, 60);
		for (const { key } of [revoked, expired, replaced])
			expect(await rotate(key.id, 0, NOW + 1)).toMatchObject({ ok: false, code: "key-ended" });
		expect(await rotate("key_none")).toMatchObject({ ok: false, code: "unknown-key" });
	});
});

describe("replaceKeys", () => {
	it("[wire-2-key-rotation] one new key takes the place of all of an agent's, and no key that was derived from them ends", async () => {
		const old = [await made(agent("boss")), await made(agent("boss"))];
		const kid = await made({ ...agent("kid"), derivedFrom: old[0]?.key.id ?? "" });
		const wish = { agent: agentId("boss"), createdBy: "user:ann@example.org", derivedFrom: null, now: NOW };
		const { key, value } = await store.change((transaction) => replaceKeys(transaction, wish));
		for (const { value: ended } of old) expect(await ask(ended)).toEqual(REFUSED);
		for (const living of [value, kid.value]) expect(await ask(living)).toMatchObject({ ok: true });
		// The new one stands where the old ones stood.
		expect(await store.change((transaction) => revokeKey(transaction, key.id, { now: NOW }))).toContain(kid.key.id);
	});
});
