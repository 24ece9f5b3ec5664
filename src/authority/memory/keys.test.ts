import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKey, revokeKey } from "../../state/keys/index.ts";
import { commitHere, openStore, type Store } from "../../store/index.ts";
import { createShownKeyMemory } from "./keys.ts";

const NOW = 1_000_000;

let folder: string;
let store: Store;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "writ-shown-"));
	store = await openStore(join(folder, "writ.db"));
});
afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true, force: true });
});

const makeKey = () =>
	store.change((transaction) =>
		createKey(transaction, {
			name: "system",
			description: null,
			scope: "system",
			systemName: "system",
			createdBy: "local",
			derivedFrom: null,
			expiresAt: null,
			now: NOW,
		}),
	);

const revoke = (id: string) => store.change((transaction) => revokeKey(transaction, id, { now: NOW, descendants: [] }));

describe("keys that were shown", () => {
	it("[wire-2-shown-keys] a key that is shown while its revocation is being committed is not kept", async () => {
		const shown = createShownKeyMemory(store);
		let during: Promise<{ readonly ok: boolean }> | null = null;
		let value = "";
		store.attach({
			outdated: shown.outdated,
			afterCommit: shown.committed,
			// The last moment before the commit: others still see the key stand.
			committer: commitHere({
				write: async () => {
					during = shown.authenticate(value, NOW);
					await during;
				},
			}),
		});
		const made = await makeKey();
		value = made.value;
		expect((await shown.authenticate(value, NOW)).ok).toBe(true);
		await revoke(made.key.id);
		expect(await during).toMatchObject({ ok: true });
		expect((await shown.authenticate(value, NOW)).ok).toBe(false);
	});

	it("[wire-2-shown-keys] what a slow look found before the revocation is not kept after it", async () => {
		const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
		let isSlow = true;
		const slowly: Pick<Store, "database" | "look"> = {
			database: store.database,
			look: async (work) => {
				const found = await store.look(work);
				if (isSlow) await slow;
				return found;
			},
		};
		const shown = createShownKeyMemory(slowly);
		store.attach({ outdated: shown.outdated, afterCommit: shown.committed });
		const { key, value } = await makeKey();
		const early = shown.authenticate(value, NOW);
		await new Promise((resolve) => setTimeout(resolve, 20));
		await revoke(key.id);
		isSlow = false;
		goOn();
		expect((await early).ok).toBe(true);
		expect((await shown.authenticate(value, NOW)).ok).toBe(false);
	});

	it("[wire-2-shown-keys] after a commit that failed nothing is kept before another one stands", async () => {
		const { value } = await makeKey();
		let looks = 0;
		const counting = createShownKeyMemory({
			database: store.database,
			look: (work) => {
				looks++;
				return store.look(work);
			},
		});
		counting.outdated(null);
		for (let count = 0; count < 3; count++) await counting.authenticate(value, NOW);
		expect(looks).toBe(3);
		counting.committed({ works: 0, entries: [], touched: [] });
		for (let count = 0; count < 3; count++) await counting.authenticate(value, NOW);
		expect(looks).toBe(4);
		counting.outdated([{ entity: "edge", id: "a>b" }]);
		await counting.authenticate(value, NOW);
		expect(looks).toBe(4);
	});

	it("[wire-2-shown-keys] with several nodes every key is looked up: one may have been revoked elsewhere", async () => {
		let looks = 0;
		const shown = createShownKeyMemory({
			database: "postgres",
			look: (work) => {
				looks++;
				return store.look(work);
			},
		});
		const { value } = await makeKey();
		for (let count = 0; count < 3; count++) expect((await shown.authenticate(value, NOW)).ok).toBe(true);
		expect(looks).toBe(3);
	});
});
