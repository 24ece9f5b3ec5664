import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type ChainOrder, chainAside } from "../../src/ledger/chain-aside.ts";
import { RecordDraft } from "../../src/ledger/draft-record.ts";
import { type LedgerRecord, openLedger } from "../../src/ledger/index.ts";
import { NO_HASH } from "../../src/ledger/ledger-record.ts";
import type { ChainPlace } from "../../src/ledger/link-drafts.ts";
import { createPacker } from "../../src/ledger/pack-drafts.ts";
import { frameRecord } from "../../src/ledger/record-frame.ts";
import { readSigningKey } from "../../src/ledger/signing-key.ts";
import { brokenStore } from "../../src/store/broken-store.ts";
import type { Aside } from "../../src/store/index.ts";
import { entry, openScratch, type Scratch, START } from "./scratch-ledger.ts";

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

	it.each(["done", "refused", "lost", "both lost"])(
		"[ledger-aside] [ledger-failed-commit] are given to the thread while the ones before them are written, also when the first of those is %s",
		async (way) => {
			const scratch = await openScratch();
			await threadOf(scratch);
			await recordMany(scratch, 900);
			const given: number[] = [];
			let first: Promise<void> | null = null;
			let isOver = false;
			/** As a slow disk does it. */
			const late = async (committed: Promise<void> | undefined): Promise<void> => {
				await committed;
				await new Promise((resolve) => setTimeout(resolve, 200));
				isOver = true;
				if (way !== "done") throw brokenStore("store-unwritable", "no room");
			};
			const aside = (): Aside | null => {
				const real = scratch.ledger.hooks.aside();
				return (
					real && {
						commit(batch) {
							if (first !== null) {
								if (!isOver) given.push(batch.entries.length);
								if (way === "done" || isOver) return real.commit(batch);
								// As the thread does it with those that come after one which failed, or as one that ends after it wrote both.
								return way === "both lost" ? Promise.all([real.commit(batch), first]).then(() => undefined) : first;
							}
							first = late(way === "refused" ? undefined : real.commit(batch));
							return first;
						},
					}
				);
			};
			scratch.store.attach({ ...scratch.ledger.hooks, aside });
			const outcomes = await settledMany(scratch, 6_000);
			const lost = outcomes.filter(({ status }) => status === "rejected").length;
			await recordMany(scratch, 2_000);
			expect(given).toHaveLength(1);
			expect(given[0]).toBeGreaterThanOrEqual(512);
			expect(lost > 0).toBe(way !== "done");
			// What was written and not known to be is written again: nobody was answered yet.
			const twice = way === "both lost" ? (given[0] ?? 0) : 0;
			expect(await scratch.verify()).toMatchObject({ ok: true, records: (way === "refused" ? 8_900 - lost : 8_900) + twice });
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
	it("[ledger-aside] fails what follows an order that failed, and goes on where it is told", async () => {
		const scratch = await openScratch({ node: "n9" });
		const thread = chainAside({ file: scratch.file, node: "n9", key: readSigningKey(scratch.folder) });
		await until(() => thread.isReady());
		const frame = frameRecord(entry(), "n9");
		const packer = createPacker();
		const order = (after: ChainPlace | null): ChainOrder => {
			packer.reset();
			const draft = new RecordDraft(frame, START, `${new Date(START).toISOString()}"`, "null", "rec_1", "{}");
			return { ...packer.pack([draft]), after, at: START, list: 0, told: false };
		};
		const nowhere = thread.write(order(null));
		const begun = thread.write(order({ seq: 0, hash: NO_HASH }));
		const followed = thread.write(order(null));
		// The place is taken.
		const failed = thread.write(order({ seq: 0, hash: NO_HASH }));
		const skipped = thread.write(order(null));
		await expect(nowhere).rejects.toMatchObject({ code: "store-unreachable" });
		expect((await begun).head).toMatchObject({ seq: 1 });
		const { head } = await followed;
		expect(head).toMatchObject({ seq: 2 });
		await expect(failed).rejects.toBeInstanceOf(Error);
		await expect(skipped).rejects.toMatchObject({ code: "store-unreachable" });
		expect((await thread.write(order(head))).head).toMatchObject({ seq: 3 });
		await thread.close();
	});

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
