import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ChainThread, openThread } from "../../src/ledger/fast/open-thread.ts";
import { listLedgerRows } from "../../src/ledger/index.ts";
import { entry } from "./entry.ts";
import { openScratch, type Scratch, watched } from "./scratch-ledger.ts";

/** Fills the lookup as far as told. */
function listUp(scratch: Scratch, records: number): Promise<number> {
	return scratch.store.record((transaction) => listLedgerRows(transaction, "n1", records));
}

async function listed(scratch: Scratch): Promise<number> {
	const [row] = await scratch.store.look((connection) => connection.all("SELECT count(*) AS count FROM ledger_lookup"));
	return Number(row?.count);
}

async function tenRecords(): Promise<Scratch> {
	const scratch = await openScratch();
	for (let index = 0; index < 10; index++) {
		scratch.clock.time++;
		await scratch.record({ agent: index % 2 === 0 ? "even" : "odd", effect: index < 5 ? "allow" : "deny", code: `code-${index}` });
	}
	return scratch;
}

const codes = async (scratch: Scratch, filter: Parameters<Scratch["ledger"]["list"]>[0]) =>
	(await scratch.ledger.list(filter)).items.map(({ code }) => code);

describe("the lookup of the ledger", () => {
	it.each([0, 1, 4, 9, 10])("queries, pages and counts are the same when %d of 10 records are in it", async (records) => {
		const scratch = await tenRecords();
		await listUp(scratch, records);
		expect(await codes(scratch, { agent: "odd" })).toEqual(["code-9", "code-7", "code-5", "code-3", "code-1"]);
		expect(await codes(scratch, { effect: "deny", order: "oldest", limit: 3 })).toEqual(["code-5", "code-6", "code-7"]);
		expect(await codes(scratch, { code: "code-3" })).toEqual(["code-3"]);
		const seen: (string | null)[] = [];
		let cursor: string | null = null;
		do {
			const page = await scratch.ledger.list({ limit: 3, ...(cursor === null ? {} : { cursor }) });
			seen.push(...page.items.map(({ code }) => code));
			cursor = page.next_cursor;
		} while (cursor !== null);
		expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => `code-${9 - index}`));
		expect(await scratch.ledger.count({ agent: "even" })).toEqual({
			records: 5,
			by_kind: { decision: 5 },
			by_effect: { allow: 3, deny: 2 },
		});
		expect((await scratch.verify()).ok).toBe(true);
	});

	it("is filled by itself when there is little to do, and goes on after a restart", async () => {
		const scratch = await tenRecords();
		await listUp(scratch, 3);
		await scratch.restart();
		for (let waited = 0; waited < 100 && (await listed(scratch)) < 10; waited++) await pause(50);
		expect(await listed(scratch)).toBe(10);
		expect((await scratch.verify()).ok).toBe(true);
	});

	it.each([true, false])("is filled in the thread when there is one (%s), and none begins for it", async (begun) => {
		const threads: ChainThread[] = [];
		let commits = 0;
		const scratch = await openScratch({
			thread(start) {
				const real = openThread(start);
				threads.push(real);
				return watched(real, {
					write(order) {
						// Before, not after: what is committed can be seen a moment before the thread says so.
						commits++;
						return real.write(order);
					},
				});
			},
		});
		if (begun) threads[0]?.begin();
		while (begun && threads[0]?.isReady !== true) await pause(20);
		await scratch.recordTogether(Array.from({ length: 10 }, () => entry()));
		for (let waited = 0; waited < 100 && (await listed(scratch)) < 10; waited++) await pause(50);
		expect(await listed(scratch)).toBe(10);
		expect(commits).toBe(begun ? 1 : 0);
		expect(threads[0]?.isReady).toBe(begun);
		expect((await scratch.verify()).ok).toBe(true);
	});

	it("is brought on between commits when it is far behind, however busy the ledger is", async () => {
		const scratch = await openScratch();
		const many = Array.from({ length: 25_000 }, () => entry());
		for (let round = 0; round < 8; round++) await scratch.recordTogether(many);
		expect(await listed(scratch)).toBeGreaterThan(50_000);
		expect((await scratch.ledger.count({})).records).toBe(200_000);
	});

	it("loses what retention takes away", async () => {
		const scratch = await tenRecords();
		await listUp(scratch, 8);
		await scratch.store.record((transaction) => scratch.ledger.retain(transaction, scratch.clock.time - 3, "person:admin"));
		expect(await listed(scratch)).toBe(2);
		expect(await codes(scratch, { kind: "decision" })).toEqual(["code-9", "code-8", "code-7", "code-6"]);
		expect((await scratch.verify()).ok).toBe(true);
	});

	it.each([
		["a record is taken out of it", "DELETE FROM ledger_lookup WHERE seq = 4", 4],
		["it says something else of a record", "UPDATE ledger_lookup SET agent = 'other' WHERE seq = 6", 6],
		["a moment is changed in it", "UPDATE ledger_lookup SET at = at + 1 WHERE seq = 2", 2],
		["it is made to look further than it is", "UPDATE ledger_lookup SET seq = 1000 WHERE seq = 8", 8],
	])("[wire-2-ledger-verify] verify names the record when %s", async (_, sql, seq) => {
		const scratch = await tenRecords();
		await listUp(scratch, 8);
		await scratch.tamper((database) => database.exec(sql));
		expect((await scratch.verify()).first_bad).toEqual({ node: "n1", seq, fault: "edited" });
	});

	it("what is cut off its end comes back", async () => {
		const scratch = await tenRecords();
		await listUp(scratch, 8);
		await scratch.tamper((database) => database.exec("DELETE FROM ledger_lookup WHERE seq > 2"));
		expect((await scratch.verify()).ok).toBe(true);
		expect(await codes(scratch, { agent: "odd" })).toHaveLength(5);
	});
});
