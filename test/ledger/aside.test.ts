import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { chainAside } from "../../src/ledger/fast/chain-aside.ts";
import { type LedgerRecord, openLedger } from "../../src/ledger/index.ts";
import { readSigningKey } from "../../src/ledger/signing.ts";
import { brokenStore } from "../../src/store/backend.ts";
import type { Aside } from "../../src/store/index.ts";
import { entry } from "./entry.ts";
import { openScratch, type Scratch, START } from "./scratch-ledger.ts";

describe("many records at once", () => {
	it("[ledger-aside] go through another thread, each once, in one chain and in order, and are heard in that order", async () => {
		const scratch = await openScratch();
		await threadOf(scratch);
		const heard: LedgerRecord[] = [];
		scratch.ledger.subscribe((record) => heard.push(record));
		const ids: string[] = [];
		for (let round = 0; round < 3; round++) ids.push(...(await recordMany(scratch, 1_000)));
		const { items } = await scratch.ledger.list({ order: "oldest", limit: 1_000 });
		expect(heard.map(({ id }) => id)).toEqual(ids);
		expect(heard.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
		expect(items).toEqual(heard.slice(0, items.length));
		expect(await scratch.verify()).toMatchObject({ ok: true, records: ids.length });
	});

	it("[ledger-aside] stay in order with works that need the database, which see everything before them", async () => {
		const scratch = await openScratch();
		await threadOf(scratch);
		const { store } = scratch;
		const before = recordMany(scratch, 900);
		const counted = store.record((transaction) => transaction.all("SELECT count(*) AS count FROM ledger"));
		const changed = store.change((transaction) => transaction.run("INSERT INTO settings (name, value, version) VALUES ('a', '', 0)"));
		const after = recordMany(scratch, 900);
		await Promise.all([before, changed, after]);
		// What shares its commit is written at its end.
		expect(Number((await counted)[0]?.count)).toBeGreaterThanOrEqual(0);
		expect((await scratch.ledger.list({ limit: 1 })).items[0]?.seq).toBe(1_800);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 1_800 });
	});

	it("[ledger-aside] a database that somebody else holds fails them, and the chain goes on without a gap afterwards", async () => {
		const scratch = await openScratch();
		await threadOf(scratch);
		await recordMany(scratch, 900);
		const other = new DatabaseSync(scratch.file);
		other.exec("BEGIN IMMEDIATE");
		const outcomes = await settledMany(scratch, 900);
		other.exec("ROLLBACK");
		other.close();
		expect(outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason.code === "store-busy")).toBe(true);
		await recordMany(scratch, 900);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 1_800 });
	}, 60_000);

	it.each(["refused", "lost"])(
		"[ledger-failed-commit] leave the chain where the database ends when the thread's answer is %s",
		async (way) => {
			const scratch = await openScratch();
			await threadOf(scratch);
			await recordMany(scratch, 900);
			let failures = 0;
			const failing: Aside = {
				async commit(batch) {
					failures++;
					if (way === "lost") await scratch.ledger.hooks.aside()?.commit(batch);
					throw brokenStore("store-unwritable", "no room");
				},
			};
			scratch.store.attach({ ...scratch.ledger.hooks, aside: () => (failures === 0 ? failing : scratch.ledger.hooks.aside()) });
			const outcomes = await settledMany(scratch, 1_200);
			const lost = outcomes.filter(({ status }) => status === "rejected").length;
			expect(failures).toBe(1);
			expect(lost).toBeGreaterThan(0);
			expect(lost).toBeLessThan(1_200);
			await recordMany(scratch, 900);
			expect(await scratch.verify()).toMatchObject({ ok: true, records: way === "lost" ? 3_000 : 3_000 - lost });
		},
	);

	it.each(["done", "refused", "lost"])(
		"[ledger-aside] are packed here while the ones before them are written, also when the first of those is %s",
		async (way) => {
			const scratch = await openScratch();
			await threadOf(scratch);
			await recordMany(scratch, 900);
			const prepared: number[] = [];
			let commits = 0;
			const aside = (): Aside | null => {
				const real = scratch.ledger.hooks.aside();
				if (real === null) return null;
				return {
					async commit(batch) {
						commits++;
						if (commits > 1) return real.commit(batch);
						const committed = way === "refused" ? null : await real.commit(batch);
						// As on a slow disk: the next ones come meanwhile.
						await new Promise((resolve) => setTimeout(resolve, 200));
						if (committed === null || way === "lost") throw brokenStore("store-unwritable", "no room");
						return committed;
					},
					prepare(batch) {
						prepared.push(batch.entries.length);
						real.prepare?.(batch);
					},
				};
			};
			scratch.store.attach({ ...scratch.ledger.hooks, aside });
			const outcomes = await settledMany(scratch, 6_000);
			const lost = outcomes.filter(({ status }) => status === "rejected").length;
			await recordMany(scratch, 2_000);
			expect(Math.max(...prepared)).toBeGreaterThanOrEqual(512);
			expect(lost > 0).toBe(way !== "done");
			expect(await scratch.verify()).toMatchObject({ ok: true, records: way === "refused" ? 8_900 - lost : 8_900 });
		},
	);

	it("[ledger-aside] are many from 16 works on; fewer are written where they were decided", async () => {
		const scratch = await openScratch();
		await threadOf(scratch);
		let asked = 0;
		const aside = (): Aside | null => {
			asked++;
			return scratch.ledger.hooks.aside();
		};
		scratch.store.attach({ ...scratch.ledger.hooks, aside });
		await recordMany(scratch, 15);
		expect(asked).toBe(0);
		await recordMany(scratch, 16);
		expect(asked).toBe(1);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 31 });
	});

	it("[ledger-aside] are written without the thread when it cannot begin", async () => {
		const scratch = await openScratch({ node: "n2" });
		const nowhere = {
			...scratch.store,
			database: "sqlite" as const,
			look: scratch.store.look.bind(scratch.store),
			file: "/nowhere/at/all",
		};
		const ledger = await openLedger({ store: nowhere, node: "n1", folder: join(scratch.home, "other"), clock: { now: () => START } });
		scratch.store.attach(ledger.hooks);
		expect(ledger.hooks.aside()).toBeNull();
		await new Promise((resolve) => setTimeout(resolve, 500));
		await Promise.all(Array.from({ length: 900 }, () => scratch.store.record((transaction) => ledger.append(transaction, entry()))));
		expect(ledger.hooks.aside()).toBeNull();
		expect((await ledger.list({ limit: 1 })).items[0]).toMatchObject({ node: "n1", seq: 900 });
		ledger.close();
	});
});

describe("the thread", () => {
	it("[ledger-aside] fails what it was given when it ends, and is not asked again", async () => {
		const scratch = await openScratch();
		const thread = chainAside({ file: scratch.file, node: "n9", key: readSigningKey(scratch.folder) });
		await until(() => thread.isReady());
		// What it takes for its end.
		await expect(thread.write(JSON.parse("null"))).rejects.toMatchObject({ code: "store-unreachable" });
		expect(thread.isReady()).toBe(false);
		await expect(
			thread.write({
				frames: "",
				anew: true,
				drafts: "",
				after: { seq: 0, hash: "" },
				at: 0,
				list: 0,
				told: false,
			}),
		).rejects.toMatchObject({
			code: "store-unreachable",
		});
		await thread.close();
	});
});

function recordMany(scratch: Scratch, count: number): Promise<readonly string[]> {
	return Promise.all(Array.from({ length: count }, (_, index) => recordOne(scratch, index)));
}

function settledMany(scratch: Scratch, count: number): Promise<readonly PromiseSettledResult<string>[]> {
	return Promise.allSettled(Array.from({ length: count }, (_, index) => recordOne(scratch, index)));
}

function recordOne({ store, ledger }: Scratch, index: number): Promise<string> {
	return store.record((transaction) =>
		ledger.append(transaction, entry({ code: `code-${index % 7}`, agent: index % 5 === 0 ? null : `a-${index % 50}` })),
	);
}

/** Waits until the ledger has its thread. */
async function threadOf({ ledger }: Scratch): Promise<void> {
	await until(() => ledger.hooks.aside() !== null);
}

async function until(isSo: () => boolean): Promise<void> {
	for (let tries = 0; tries < 1_000 && !isSo(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(isSo()).toBe(true);
}
