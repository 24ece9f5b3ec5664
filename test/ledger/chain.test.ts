import { hash } from "node:crypto";
import { chmodSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/engine/index.ts";
import { LEDGER_KINDS, type LedgerRecord, openLedger } from "../../src/ledger/index.ts";
import { entry } from "./entry.ts";
import { openScratch, START } from "./scratch-ledger.ts";

interface Stored {
	readonly node: string;
	readonly seq: number;
	readonly hash: string;
	readonly record: string;
}

function stored(file: string): readonly Stored[] {
	const database = new DatabaseSync(file, { readOnly: true });
	const rows = database.prepare("SELECT node, seq, hash, record FROM ledger ORDER BY seq").all();
	database.close();
	return rows.map((row) => ({ node: String(row.node), seq: Number(row.seq), hash: String(row.hash), record: String(row.record) }));
}

const lines = (folder: string) => readFileSync(join(folder, "heads.jsonl"), "utf8").trimEnd().split("\n");

describe("the chain", () => {
	it("[wire-2-ledger-chain] records count up without gaps, each hash covers the one before and the canonical record", async () => {
		const scratch = await openScratch();
		await scratch.record({}, { agent: "b", claimed: { sender: "c" }, rule: "Read", source: { layer: "user", file: "p.yaml", line: 3 } });
		await scratch.recordTogether([{ request: { z: 1, a: [{ y: null, b: "ä\n\u0000\ud800" }] } }, { correlationId: "x-1" }]);
		let previous = "0".repeat(64);
		for (const [index, { seq, hash: kept, record }] of stored(scratch.file).entries()) {
			const read: LedgerRecord = JSON.parse(record);
			expect(seq).toBe(index + 1);
			expect(read).toMatchObject({ seq, node: "n1", prev: previous });
			expect(canonicalJson(read)).toBe(record);
			expect(kept).toBe(hash("sha256", previous + record));
			previous = kept;
		}
		expect(await scratch.verify()).toMatchObject({
			ok: true,
			records: 4,
			first_bad: null,
			heads: [{ node: "n1", seq: 4, hash: previous, ok: true }],
		});
	});

	it("[wire-2-ledger-record] a record has exactly the members of the specification, and claimed only when there is one", async () => {
		const scratch = await openScratch();
		const [id] = await scratch.record({ claimed: "agent:other" }, {});
		const { items } = await scratch.ledger.list({ order: "oldest" });
		expect(items[0]).toEqual({
			node: "n1",
			seq: 1,
			id,
			at: new Date(START).toISOString(),
			kind: "decision",
			principal: "agent:worker",
			key_id: "key_1",
			agent: "worker",
			point: "socket",
			request: { kind: "tool", tool: "Read", input: { file_path: "a.txt" } },
			effect: "allow",
			code: "granted",
			rule: null,
			source: null,
			writ_digest: "sha256:0",
			correlation_id: null,
			claimed: "agent:other",
			prev: "0".repeat(64),
		});
		expect(items[1]).not.toHaveProperty("claimed");
	});

	it("[wire-2-ledger-kinds] every kind of the specification can be recorded", async () => {
		const scratch = await openScratch();
		await scratch.recordTogether(LEDGER_KINDS.map((kind) => ({ kind })));
		expect(Object.keys((await scratch.ledger.count({})).by_kind).toSorted()).toEqual([...LEDGER_KINDS].toSorted());
		expect(LEDGER_KINDS.join(" ")).toBe(
			"decision spawn terminate agent edge group key grant approval message budget sandbox mcp setting login node note retention",
		);
	});

	it("[design-2-one-record] what a work appended is recorded once when it succeeds, and not at all when it fails", async () => {
		const scratch = await openScratch();
		const works = [1, 2, 3, 4].map((number) =>
			scratch.store.record(async (transaction) => {
				const id = scratch.ledger.append(transaction, entry({ request: { number } }));
				if (number % 2 === 0) throw new Error("refused");
				return id;
			}),
		);
		const outcomes = await Promise.allSettled(works);
		const { items } = await scratch.ledger.list({ order: "oldest" });
		expect(items.map(({ seq, request }) => [seq, request])).toEqual([
			[1, { number: 1 }],
			[2, { number: 3 }],
		]);
		expect(outcomes.filter(({ status }) => status === "fulfilled").map((outcome) => "value" in outcome && outcome.value)).toEqual(
			items.map(({ id }) => id),
		);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 2 });
	});

	it("[wire-2-ledger-before-answer] the record is in the database before the caller gets its answer", async () => {
		const scratch = await openScratch();
		const [id] = await scratch.record({});
		expect(stored(scratch.file).map(({ record }) => JSON.parse(record).id)).toEqual([id]);
	});

	it("[wire-2-ledger-unwritable] when the record cannot be written, the work fails, and the chain goes on afterwards", async () => {
		const scratch = await openScratch();
		await scratch.record({});
		const blocker = new DatabaseSync(scratch.file);
		blocker.exec("ALTER TABLE ledger RENAME TO hidden");
		await expect(scratch.record({})).rejects.toThrow();
		blocker.exec("ALTER TABLE hidden RENAME TO ledger");
		blocker.close();
		await scratch.record({});
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 2 });
	});

	it("[wire-2-ledger-head] each commit renews one signed head and adds one line to heads.jsonl", async () => {
		const scratch = await openScratch();
		await scratch.record({}, {});
		await scratch.recordTogether([{}, {}, {}]);
		expect(lines(scratch.folder).map((line) => JSON.parse(line).seq)).toEqual([0, 1, 2, 5]);
		expect((await scratch.verify()).heads).toMatchObject([{ node: "n1", seq: 5, ok: true }]);
	});

	it("a chain goes on where it ended when the ledger is opened again", async () => {
		const scratch = await openScratch();
		await scratch.record({}, {});
		await scratch.restart();
		expect(scratch.ledger.doubt).toBeNull();
		await scratch.record({});
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 3 });
	});

	it("a crash between the commit and the line, or in the middle of the line, spoils nothing", async () => {
		const scratch = await openScratch();
		await scratch.record({}, {}, {});
		const file = join(scratch.folder, "heads.jsonl");
		truncateSync(file, statSync(file).size - 40);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 3 });
		await scratch.restart();
		expect(lines(scratch.folder).map((line) => JSON.parse(line).seq)).toEqual([0, 1, 2, 3]);
		await scratch.record({});
		expect(lines(scratch.folder)).toHaveLength(5);
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 4 });
	});

	it("texts that no column can hold are found and verified all the same", async () => {
		const scratch = await openScratch();
		await scratch.record({ correlationId: "a\u0000b\ud800", code: "\ud800" });
		expect((await scratch.ledger.list({ correlationId: "a\u0000b\ud800" })).items).toHaveLength(1);
		expect(await scratch.verify()).toMatchObject({ ok: true });
	});

	it("20,000 records in groups verify", async () => {
		const scratch = await openScratch();
		for (let group = 0; group < 20; group++) {
			scratch.clock.time += 1000;
			await scratch.recordTogether(
				Array.from({ length: 1_000 }, (_, index) => ({ request: { group, index }, agent: `agent-${index % 7}` })),
			);
		}
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 20_000 });
		expect(new Set(stored(scratch.file).map(({ record }) => JSON.parse(record).id)).size).toBe(20_000);
	});
});

describe("the signing key", () => {
	it("[wire-2-ledger-key] is made once outside the database, for its owner alone", async () => {
		const scratch = await openScratch();
		const file = join(scratch.folder, "signing-key.pem");
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const before = readFileSync(file, "utf8");
		await scratch.record({});
		await scratch.restart();
		expect(readFileSync(file, "utf8")).toBe(before);
		expect(readFileSync(scratch.file).includes(before.split("\n")[1] ?? "nothing")).toBe(false);
	});

	it("is refused when others can read it", async () => {
		const scratch = await openScratch();
		chmodSync(join(scratch.folder, "signing-key.pem"), 0o640);
		const again = openLedger({ store: scratch.store, node: "n1", folder: scratch.folder, clock: scratch.clock });
		await expect(again).rejects.toMatchObject({ name: "WritError", code: "key-exposed" });
	});
});

describe("subscribers", () => {
	it("[wire-2-ledger-follow] hear every record after the commit, in order, until they leave", async () => {
		const scratch = await openScratch();
		const heard: number[] = [];
		const leave = scratch.ledger.subscribe(({ seq }) => heard.push(seq));
		await scratch.recordTogether([{}, {}]);
		await scratch.record({});
		leave();
		await scratch.record({});
		expect(heard).toEqual([1, 2, 3]);
	});

	it("cannot make a commit fail by throwing", async () => {
		const scratch = await openScratch();
		scratch.ledger.subscribe(() => {
			throw new Error("broken listener");
		});
		await expect(scratch.record({})).resolves.toHaveLength(1);
	});
});

describe("several nodes", () => {
	it("[wire-2-ledger-nodes] each has its own chain in one database, and each chain verifies", async () => {
		const scratch = await openScratch();
		await scratch.record({}, {});
		const other = await openLedger({ store: scratch.store, node: "n2", folder: scratch.folder, clock: scratch.clock });
		scratch.store.attach({ committer: other.committer });
		await scratch.store.record(async (transaction) => other.append(transaction, entry()));
		other.close();
		const outcome = await scratch.verify();
		expect(outcome).toMatchObject({ ok: true, records: 3 });
		expect(outcome.heads.map(({ node, seq }) => [node, seq])).toEqual([
			["n1", 2],
			["n2", 1],
		]);
	});
});
