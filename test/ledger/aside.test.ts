import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { type ChainThread, openThread } from "../../src/ledger/fast/open-thread.ts";
import { type LedgerRecord, openLedger } from "../../src/ledger/index.ts";
import { readSigningKey } from "../../src/ledger/signing.ts";
import { brokenStore } from "../../src/store/backend.ts";
import { entry } from "./entry.ts";
import { openScratch, type Scratch, START, watched } from "./scratch-ledger.ts";

/** How many records each pack held. */
const packs = vi.hoisted((): number[] => []);
vi.mock(import("../../src/ledger/fast/pack-drafts.ts"), async (importOriginal) => {
	const real = await importOriginal();
	const createPacker: typeof real.createPacker = () => {
		const packer = real.createPacker();
		return {
			...packer,
			pack(drafts) {
				packs.push(drafts.length);
				return packer.pack(drafts);
			},
		};
	};
	return { ...real, createPacker };
});

describe("many records at once", () => {
	it("[ledger-aside] go through another thread, each once, in one chain and in order, and are heard in that order", async () => {
		const scratch = await openWithThread();
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
		const scratch = await openWithThread();
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
		const scratch = await openWithThread();
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
			let failures = 0;
			const scratch = await openWithThread((real) => ({
				async write(order) {
					if (failures > 0 || order.after.seq < 900) return real.write(order);
					failures++;
					if (way === "lost") await real.write(order);
					throw brokenStore("store-unwritable", "no room");
				},
			}));
			await recordMany(scratch, 900);
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
			const meanwhile: number[] = [];
			let commits = 0;
			const scratch = await openWithThread((real) => ({
				async write(order) {
					if (order.after.seq < 900 || ++commits > 1) return real.write(order);
					const packed = packs.length;
					const written = way === "refused" ? null : await real.write(order);
					// As on a slow disk: the next ones come meanwhile.
					await new Promise((resolve) => setTimeout(resolve, 200));
					meanwhile.push(...packs.slice(packed));
					if (written === null || way === "lost") throw brokenStore("store-unwritable", "no room");
					return written;
				},
			}));
			await recordMany(scratch, 900);
			const outcomes = await settledMany(scratch, 6_000);
			const lost = outcomes.filter(({ status }) => status === "rejected").length;
			await recordMany(scratch, 2_000);
			expect(meanwhile).toHaveLength(1);
			expect(Math.max(...meanwhile)).toBeGreaterThanOrEqual(512);
			expect(lost > 0).toBe(way !== "done");
			expect(await scratch.verify()).toMatchObject({ ok: true, records: way === "refused" ? 8_900 - lost : 8_900 });
		},
	);

	it("[ledger-failed-commit] that fail make what was kept out of date before anybody is decided again", async () => {
		const order: string[] = [];
		const slow = Promise.withResolvers<void>();
		const scratch = await openWithThread((real) => ({
			async write(given) {
				if (order.length > 0 || given.after.seq < 900) return real.write(given);
				order.push("writing");
				await slow.promise;
				throw brokenStore("store-unwritable", "no room");
			},
		}));
		await recordMany(scratch, 900);
		scratch.store.attach({ committer: scratch.ledger.committer, outdated: () => void order.push("outdated") });
		const first = settledMany(scratch, 20);
		await until(() => order.length > 0);
		const next = scratch.store.record(() => void order.push("decided"));
		slow.resolve();
		await Promise.all([first, next]);
		expect(order).toEqual(["writing", "outdated", "decided"]);
	});

	it("[ledger-aside] are many from 16 works on; fewer are written where they were decided", async () => {
		let orders = 0;
		const scratch = await openWithThread((real) => ({
			write(order) {
				orders++;
				return real.write(order);
			},
		}));
		await recordMany(scratch, 15);
		expect(orders).toBe(0);
		await recordMany(scratch, 16);
		expect(orders).toBe(1);
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
		const threads: ChainThread[] = [];
		const thread: typeof openThread = (start) => {
			threads.push(openThread(start));
			return threads[0] ?? expect.fail();
		};
		const folder = join(scratch.home, "other");
		const ledger = await openLedger({ store: nowhere, node: "n1", folder, clock: { now: () => START }, thread });
		scratch.store.attach({ committer: ledger.committer });
		threads[0]?.begin();
		await new Promise((resolve) => setTimeout(resolve, 500));
		await Promise.all(Array.from({ length: 900 }, () => scratch.store.record((transaction) => ledger.append(transaction, entry()))));
		expect(threads[0]?.isReady).toBe(false);
		expect((await ledger.list({ limit: 1 })).items[0]).toMatchObject({ node: "n1", seq: 900 });
		ledger.close();
	});
});

describe("the thread", () => {
	it("[ledger-aside] fails what it was given when it ends, and is not asked again", async () => {
		const scratch = await openScratch();
		const thread = openThread({ file: scratch.file, node: "n9", key: readSigningKey(scratch.folder) });
		thread.begin();
		await until(() => thread.isReady);
		// What it takes for its end.
		await expect(thread.write(JSON.parse("null"))).rejects.toMatchObject({ code: "store-unreachable" });
		expect(thread.isReady).toBe(false);
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

	it("[ledger-aside] keeps the process until it has ended, also when it is told to while it is starting", async () => {
		const home = mkdtempSync(join(tmpdir(), "writ-"));
		const program = join(import.meta.dirname, "close-early.ts");
		const { stdout } = await promisify(execFile)(process.execPath, [program, home]);
		rmSync(home, { recursive: true, force: true });
		expect(stdout).toBe("closed\n");
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

/** A ledger that has its thread, with something about the thread changed. */
async function openWithThread(changed: (real: ChainThread) => Partial<ChainThread> = () => ({})): Promise<Scratch> {
	const threads: ChainThread[] = [];
	const scratch = await openScratch({
		thread(start) {
			const real = openThread(start);
			threads.push(real);
			real.begin();
			return watched(real, changed(real));
		},
	});
	await until(() => threads[0]?.isReady === true);
	return scratch;
}

async function until(isSo: () => boolean): Promise<void> {
	for (let tries = 0; tries < 1_000 && !isSo(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(isSo()).toBe(true);
}
