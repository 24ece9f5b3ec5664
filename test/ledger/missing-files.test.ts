import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLedger } from "../../src/ledger/index.ts";
import { openScratch, type Scratch } from "./scratch-ledger.ts";

const LOSSES: readonly (readonly [string, (folder: string) => void])[] = [
	["heads.jsonl is removed", (folder) => rmSync(join(folder, "heads.jsonl"))],
	["heads.jsonl is emptied", (folder) => writeFileSync(join(folder, "heads.jsonl"), "")],
	["heads.jsonl is nonsense", (folder) => writeFileSync(join(folder, "heads.jsonl"), "nonsense\n")],
	["the whole folder is removed", (folder) => rmSync(folder, { recursive: true })],
];

describe("the files of the ledger", () => {
	it.each(LOSSES)("[ledger-missing-files] verify says so at once when %s", async (_title, lose) => {
		const scratch = await threeRecords();
		lose(scratch.folder);
		const { ok, first_bad } = await scratch.verify();
		expect([ok, first_bad]).toEqual([
			false,
			{ node: "n1", seq: 3, fault: "bad-signature", message: expect.stringContaining("ledger/heads.jsonl") },
		]);
	});

	it.each(LOSSES)("[ledger-missing-files] a start silently makes nothing again when %s", async (_title, lose) => {
		const scratch = await threeRecords();
		lose(scratch.folder);
		await scratch.restart();
		expect(scratch.ledger.doubt).toContain("ledger/heads.jsonl was missing");
		await scratch.record({}, {});
		await scratch.restart();
		const { ok, first_bad } = await scratch.verify();
		expect([ok, first_bad]).toEqual([
			false,
			{ node: "n1", seq: 3, fault: "bad-signature", message: expect.stringContaining("ledger/heads.jsonl was missing") },
		]);
	});

	it("[ledger-missing-files] a person acknowledges the loss in the line that tells of it", async () => {
		const scratch = await threeRecords();
		const file = join(scratch.folder, "heads.jsonl");
		rmSync(file);
		await scratch.restart();
		await scratch.record({});
		expect((await scratch.verify()).ok).toBe(false);
		writeFileSync(file, readFileSync(file, "utf8").replace('"lost"', '"acknowledged"'));
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 4 });
	});

	it("[ledger-missing-files] a file that was emptied below a running server is named though it grows again", async () => {
		const scratch = await threeRecords();
		truncateSync(join(scratch.folder, "heads.jsonl"));
		await scratch.record({});
		expect(await scratch.verify()).toMatchObject({
			ok: false,
			first_bad: { seq: 4, message: "ledger/heads.jsonl has lost its beginning" },
		});
	});

	it("[ledger-missing-files] a folder that was lost with the name of its node is not forgotten", async () => {
		const scratch = await threeRecords();
		rmSync(scratch.folder, { recursive: true });
		const renamed = await openLedger({ store: scratch.store, node: "n2", folder: scratch.folder, clock: scratch.clock });
		renamed.close();
		expect(renamed.doubt).toContain("although node n1 had records");
		expect(await scratch.verify()).toMatchObject({ ok: false, first_bad: { node: "n1", seq: 3, fault: "bad-signature" } });
	});

	it("[ledger-missing-files] a signing key that was made again is named", async () => {
		const scratch = await threeRecords();
		rmSync(join(scratch.folder, "signing-key.pem"));
		await scratch.restart();
		expect(scratch.ledger.doubt).toContain("ledger/signing-key.pem");
		await scratch.record({});
		expect(await scratch.verify()).toMatchObject({
			ok: false,
			first_bad: { node: "n1", seq: 3, fault: "bad-signature", message: expect.stringContaining("ledger/signing-key.pem") },
		});
	});

	it.each(["nonsense", "[]", "null", "{}", '{"node":"n1"}'])(
		"[ledger-missing-files] the line %s is not a head, and verify says which it is",
		async (line) => {
			const scratch = await threeRecords();
			appendFileSync(join(scratch.folder, "heads.jsonl"), `${line}\n`);
			await scratch.record({});
			expect(await scratch.verify()).toMatchObject({
				ok: false,
				first_bad: { node: "n1", message: expect.stringContaining("line 5 is not a head") },
			});
		},
	);

	it("[ledger-missing-files] a ledger without records is whole, and so is one whose first line a crash has cost", async () => {
		const scratch = await openScratch();
		const file = join(scratch.folder, "heads.jsonl");
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 0 });
		const begun = readFileSync(file);
		await scratch.record({});
		writeFileSync(file, begun);
		await scratch.restart();
		expect(scratch.ledger.doubt).toBeNull();
		expect(await scratch.verify()).toMatchObject({ ok: true, records: 1 });
	});
});

async function threeRecords(): Promise<Scratch> {
	const scratch = await openScratch();
	await scratch.record({}, {}, {});
	return scratch;
}
