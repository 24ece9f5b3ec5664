import { describe, expect, it } from "vitest";
import { isLedgerCursor, isLedgerPosition, type LedgerFilter, positionAfter } from "../../src/ledger/index.ts";
import { openScratch, type Scratch, START } from "./scratch-ledger.ts";

describe("list", () => {
	it.each<[string, LedgerFilter, readonly number[]]>([
		["everything, the newest first", {}, [5, 4, 3, 2, 1]],
		["the oldest first", { order: "oldest" }, [1, 2, 3, 4, 5]],
		["an agent", { agent: "b" }, [4, 2]],
		["several agents", { agent: ["a", "b", "nobody"] }, [5, 4, 2, 1]],
		["no agent at all", { agent: [] }, []],
		["a kind", { kind: "edge" }, [3]],
		["kinds", { kind: ["edge", "decision"] }, [5, 4, 3, 2, 1]],
		["an effect", { effect: "deny" }, [4]],
		["the other effect", { effect: "allow" }, [5, 3, 2, 1]],
		["a point", { point: "rest" }, [3]],
		["a code", { code: "no-rule" }, [4]],
		["a correlation", { correlationId: "chain-7" }, [5, 2]],
		["a node", { node: "n1", limit: 2 }, [5, 4]],
		["another node", { node: "n9" }, []],
		["since, included", { since: START + 3_000 }, [5, 4]],
		["until, excluded", { until: START + 3_000 }, [3, 2, 1]],
		["all together", { agent: "b", effect: "deny", since: START, until: START + 9_000, code: "no-rule", kind: "decision" }, [4]],
	])("[wire-2-ledger-query] finds %s", async (_title, filter, seqs) => {
		const scratch = await five();
		expect((await scratch.ledger.list(filter)).items.map(({ seq }) => seq)).toEqual(seqs);
	});

	it("finds a record by the id that append gave", async () => {
		const scratch = await five();
		const [id = ""] = await scratch.record({ request: "this one" });
		expect((await scratch.ledger.list({ id })).items).toMatchObject([{ id, request: "this one" }]);
		expect((await scratch.ledger.list({ id: "rec_nothing" })).items).toEqual([]);
	});

	it("does not take a piece of a request for the code, the point or the id", async () => {
		const scratch = await openScratch();
		const forged = { code: "no-rule", point: "rest", id: "rec_1", kind: 1, prev: 1, key_id: 1, correlation_id: 1, z: 1 };
		await scratch.record({ request: forged, claimed: forged });
		for (const filter of [{ code: "no-rule" }, { point: "rest" }, { code: "GRANTED" }, { point: "s_cket" }, { code: "%" }])
			expect((await scratch.ledger.list(filter)).items).toEqual([]);
		expect((await scratch.ledger.list({ code: "granted", point: "socket" })).items).toHaveLength(1);
	});

	it("walks pages without gap or double while records come in, also within one moment", async () => {
		const scratch = await openScratch();
		await scratch.recordTogether(Array.from({ length: 25 }, () => ({})));
		const seen: number[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof scratch.ledger.list>> = await scratch.ledger.list({
				limit: 4,
				...(cursor !== null && { cursor }),
			});
			seen.push(...page.items.map(({ seq }) => seq));
			cursor = page.next_cursor;
			scratch.clock.time += 1;
			await scratch.record({});
		} while (cursor !== null);
		expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
	});

	it("a cursor that is not one is known as such", async () => {
		const scratch = await five();
		const { next_cursor } = await scratch.ledger.list({ limit: 1 });
		expect(isLedgerCursor(next_cursor ?? "")).toBe(true);
		for (const text of ["", "x", "bnVsbA", "WzEsMiwzXQ"]) expect(isLedgerCursor(text)).toBe(false);
		await expect(scratch.ledger.list({ cursor: "x" })).rejects.toMatchObject({ code: "invalid-cursor" });
	});

	it("counts by kind and effect", async () => {
		const scratch = await five();
		expect(await scratch.ledger.count({})).toEqual({
			records: 5,
			by_kind: { decision: 4, edge: 1 },
			by_effect: { allow: 4, deny: 1 },
		});
		expect((await scratch.ledger.count({ agent: "b" })).records).toBe(2);
	});

	it("says which record is unreadable", async () => {
		const scratch = await five();
		await scratch.tamper((database) => database.exec("UPDATE ledger SET record = 'x' WHERE seq = 3"));
		await expect(scratch.ledger.list({})).rejects.toMatchObject({
			code: "ledger-broken",
			message: expect.stringContaining("Record 3 of node n1"),
		});
	});
});

describe("readOn", () => {
	it("[wire-2-ledger-resume] goes on from a position without loss, also when the clock went back", async () => {
		const scratch = await five();
		const start = await scratch.ledger.position();
		expect(start).toBe("n1=5");
		scratch.clock.time = START - 10_000;
		await scratch.record({}, {}, {});
		const first = await scratch.ledger.readOn(start, 2);
		expect(first.items.map(({ seq }) => seq)).toEqual([6, 7]);
		const second = await scratch.ledger.readOn(first.position, 2);
		expect(second.items.map(({ seq }) => seq)).toEqual([8]);
		expect(await scratch.ledger.readOn(second.position, 2)).toEqual({ items: [], position: second.position });
		expect((await scratch.ledger.readOn("", 100)).items).toHaveLength(8);
	});

	it("positions are read strictly", async () => {
		expect(positionAfter("a=1,b%2C=2", { node: "b,", seq: 7 })).toBe("a=1,b%2C=7");
		for (const text of ["", "n1=5", "a=1,b=2"]) expect(isLedgerPosition(text)).toBe(true);
		for (const text of ["n1", "n1=", "=1", "n1=x", "n1=1,", "%=1", "n1=-1"]) expect(isLedgerPosition(text)).toBe(false);
	});
});

async function five(): Promise<Scratch> {
	const scratch = await openScratch();
	const entries = [
		{ agent: "a" },
		{ agent: "b", correlationId: "chain-7" },
		{ agent: null, kind: "edge" as const, point: "rest" },
		{ agent: "b", effect: "deny" as const, code: "no-rule" },
		{ agent: "a", correlationId: "chain-7" },
	];
	for (const one of entries) {
		await scratch.record(one);
		scratch.clock.time += 1_000;
	}
	return scratch;
}
