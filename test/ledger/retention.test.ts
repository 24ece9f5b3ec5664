import { describe, expect, it } from "vitest";
import { openScratch, type Scratch, START } from "./scratch-ledger.ts";

const DAY = 86_400_000;

describe("retention", () => {
	it("[wire-2-ledger-retention] replaces an old prefix by a signed record, and verify still holds", async () => {
		const scratch = await tenDays();
		const retained = await retain(scratch, START + 4 * DAY);
		expect(retained).toMatchObject({ removed: 4, through: 4, more: false });
		const { items } = await scratch.ledger.list({ order: "oldest" });
		expect(items.map(({ seq }) => seq)).toEqual([5, 6, 7, 8, 9, 10, 11]);
		expect(items.at(-1)).toMatchObject({
			kind: "retention",
			principal: "user:a@b",
			request: { action: "retained", through: 4, records: 4 },
		});
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 7 });
		await scratch.restart();
		await scratch.record({});
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 8 });
	});

	it("can come again and again, also over its own record", async () => {
		const scratch = await tenDays();
		await retain(scratch, START + 2 * DAY);
		scratch.clock.time += 10 * DAY;
		await scratch.record({});
		expect(await retain(scratch, START + 15 * DAY)).toMatchObject({ removed: 9, through: 11 });
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 2 });
		scratch.clock.time += 10 * DAY;
		expect(await retain(scratch, scratch.clock.time)).toMatchObject({ removed: 1, through: 12, more: false });
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 2 });
	});

	it("does nothing and records nothing when nothing is old", async () => {
		const scratch = await tenDays();
		expect(await retain(scratch, START)).toEqual({ removed: 0, through: null, more: false, id: null });
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 10 });
	});

	it("takes only so many at once and says that there are more", async () => {
		const scratch = await tenDays();
		expect(await retain(scratch, START + 6 * DAY, 4)).toMatchObject({ removed: 4, through: 4, more: true });
		expect(await retain(scratch, START + 6 * DAY, 4)).toMatchObject({ removed: 2, through: 6, more: false });
		expect(await scratch.verify()).toMatchObject({ ok: true });
	});

	it("keeps an old record behind a young one, so that the chain has no hole", async () => {
		const scratch = await openScratch();
		await scratch.record({});
		scratch.clock.time += 5 * DAY;
		await scratch.record({});
		scratch.clock.time = START;
		await scratch.record({});
		scratch.clock.time = START + 6 * DAY;
		expect(await retain(scratch, START + DAY)).toMatchObject({ removed: 1, through: 1 });
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 3 });
	});

	it("[ledger-retain-past] takes nothing that is not past, and never the newest record", async () => {
		const scratch = await openScratch();
		await scratch.record({});
		expect(await retain(scratch, START + 1_000 * DAY)).toMatchObject({ removed: 0 });
		scratch.clock.time += DAY;
		await scratch.record({ code: "newest" });
		expect(await retain(scratch, START + 1_000 * DAY)).toMatchObject({ removed: 1, more: false });
		expect((await scratch.ledger.list({ kind: "decision" })).items.map(({ code }) => code)).toEqual(["newest"]);
		const [retention] = (await scratch.ledger.list({ kind: "retention" })).items;
		expect(retention?.request).toMatchObject({ before: new Date(scratch.clock.time).toISOString() });
		scratch.clock.time += DAY;
		await retain(scratch, scratch.clock.time);
		expect((await scratch.ledger.list({})).items.length).toBeGreaterThan(0);
		expect(await scratch.verify()).toMatchObject({ ok: true });
	});

	it.each([
		["more of the beginning is deleted", "DELETE FROM ledger WHERE seq <= 6", 5, "deleted"],
		["the retention record is deleted", "DELETE FROM ledger WHERE kind = 'retention'", 1, "deleted"],
		[
			"the retention record is edited",
			"UPDATE ledger SET record = replace(record, '\"through\":4', '\"through\":6') WHERE kind = 'retention'; DELETE FROM ledger WHERE seq <= 6",
			1,
			"deleted",
		],
		["the first record left is edited", "UPDATE ledger SET record = replace(record, 'granted', 'grunted') WHERE seq = 5", 5, "edited"],
	])("does not hide it when %s", async (_title, sql, seq, fault) => {
		const scratch = await tenDays();
		await retain(scratch, START + 4 * DAY);
		await scratch.tamper((database) => database.exec(sql));
		expect(await scratch.verify()).toMatchObject({ ok: false, first_bad: { node: "n1", seq, fault } });
	});
});

async function tenDays(): Promise<Scratch> {
	const scratch = await openScratch();
	for (let day = 0; day < 10; day++) {
		await scratch.record({ request: { day } });
		scratch.clock.time += DAY;
	}
	return scratch;
}

function retain(scratch: Scratch, before: number, limit?: number) {
	return scratch.store.record((transaction) => scratch.ledger.retain(transaction, before, "user:a@b", limit));
}
