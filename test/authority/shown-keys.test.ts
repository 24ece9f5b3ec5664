import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Authority, Caller } from "../../src/authority/index.ts";
import { openHome, type TestHome } from "./open-home.ts";

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };

let home: TestHome;
let authority: Authority;
beforeAll(async () => {
	home = await openHome({ at: Date.parse("2026-01-01T00:00:00Z") });
	authority = home.authority;
});
afterAll(() => home.close());

async function makeKey(wish: Parameters<Authority["makeKey"]>[1]): Promise<{ readonly id: string; readonly value: string }> {
	const made = await authority.makeKey(LOCAL, wish);
	if (!made.ok) throw new Error(made.refusal.message);
	return { id: made.value.key.id, value: made.value.value };
}

async function spawn(id: string): Promise<string> {
	const spawned = await authority.spawn(LOCAL, { id, profile: "restricted" });
	if (!spawned.ok || spawned.value.apiKey === null) throw new Error("no key");
	return spawned.value.apiKey;
}

/** Who somebody with this key is, after it has been shown often. */
async function shown(value: string) {
	for (let count = 0; count < 3; count++) await authority.authenticate(value);
	return authority.authenticate(value);
}

describe("keys that are shown again and again", () => {
	it("[wire-2-shown-keys] a revoked key is refused from the moment the call returned, whoever shows it meanwhile", async () => {
		for (let round = 0; round < 40; round++) {
			const { id, value } = await makeKey({ name: "busy", scope: "system" });
			expect((await shown(value)).ok).toBe(true);
			let busy = true;
			const show = async (): Promise<void> => {
				while (busy) {
					await authority.authenticate(value);
					await new Promise((resolve) => setImmediate(resolve));
				}
			};
			const showing = [show(), show(), show()];
			// Another change in the same moment: its commit settles nothing for this one.
			const [ended] = await Promise.all([authority.endKey(LOCAL, id), authority.changeSetting(LOCAL, "messages.max_depth", 8)]);
			expect(ended.ok).toBe(true);
			expect((await authority.authenticate(value)).ok).toBe(false);
			busy = false;
			await Promise.all(showing);
			expect((await authority.authenticate(value)).ok).toBe(false);
		}
	});

	it("[wire-2-shown-keys] ends with its agent, and a new agent of the same name is another one", async () => {
		const old = await spawn("same");
		expect((await shown(old)).ok).toBe(true);
		expect((await authority.terminate(LOCAL, "same")).ok).toBe(true);
		expect((await authority.authenticate(old)).ok).toBe(false);
		const next = await spawn("same");
		expect((await shown(next)).ok).toBe(true);
		expect((await authority.authenticate(old)).ok).toBe(false);
	});

	it("[wire-2-shown-keys] a renamed agent is known by its new name", async () => {
		const value = await spawn("before");
		expect(await shown(value)).toMatchObject({ ok: true, value: { id: "before" } });
		expect((await authority.rename(LOCAL, "before", "after")).ok).toBe(true);
		expect(await authority.authenticate(value)).toMatchObject({ ok: true, value: { id: "after" } });
	});

	it("[wire-2-shown-keys] expires on time, and a rotated one after its grace", async () => {
		const { value } = await makeKey({ name: "short", scope: "system", expiresAt: home.clock.now() + 60_000 });
		const { id, value: old } = await makeKey({ name: "turning", scope: "system" });
		expect([(await shown(value)).ok, (await shown(old)).ok]).toEqual([true, true]);
		expect((await authority.renewKey(LOCAL, id, 30)).ok).toBe(true);
		expect((await shown(old)).ok).toBe(true);
		home.clock.move(30_000);
		expect([(await authority.authenticate(value)).ok, (await authority.authenticate(old)).ok]).toEqual([true, false]);
		home.clock.move(30_000);
		expect((await authority.authenticate(value)).ok).toBe(false);
	});
});
