import { generateKeyPairSync, hash, sign } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/engine/index.ts";
import type { LedgerFault } from "../../src/ledger/index.ts";
import { openScratch, type Scratch } from "./scratch-ledger.ts";

interface Tampering {
	readonly title: string;
	readonly act: (database: DatabaseSync) => void;
	readonly seq: number;
	readonly fault: LedgerFault;
	/** Only the head was touched and no record: the next commit signs them all again. */
	readonly healed?: true;
}

/** Chains of ten records, five commits of two; the attacker has the database but neither the key nor the folder. */
const TAMPERINGS: readonly Tampering[] = [
	{
		title: "a record is edited",
		act: (database) => database.exec("UPDATE ledger SET record = replace(record, 'granted', 'grunted') WHERE seq = 4"),
		seq: 4,
		fault: "edited",
	},
	{ title: "a record is edited and its hash made again", act: (database) => rewrite(database, 4, 4), seq: 4, fault: "edited" },
	{ title: "the last record is edited and its hash made again", act: (database) => rewrite(database, 10, 10), seq: 10, fault: "edited" },
	{ title: "a record and everything after it is rewritten", act: (database) => rewrite(database, 5, 10), seq: 5, fault: "edited" },
	{
		title: "everything is rewritten, and the head with it",
		act: (database) => {
			rewrite(database, 1, 10);
			database.exec("UPDATE ledger_heads SET hash = (SELECT hash FROM ledger WHERE seq = 10)");
		},
		seq: 1,
		fault: "edited",
	},
	{
		title: "a hash is edited",
		act: (database) => database.exec("UPDATE ledger SET hash = '_' || substr(hash, 2) WHERE seq = 3"),
		seq: 3,
		fault: "edited",
	},
	{
		title: "a record is not JSON any more",
		act: (database) => database.exec("UPDATE ledger SET record = '' WHERE seq = 3"),
		seq: 3,
		fault: "edited",
	},
	{
		title: "a record is turned into bytes",
		act: (database) => database.exec("UPDATE ledger SET record = x'00' WHERE seq = 3"),
		seq: 3,
		fault: "edited",
	},
	{
		title: "a moment is too large to be read",
		act: (database) => database.exec("UPDATE ledger SET at = 9223372036854775807 WHERE seq = 3"),
		seq: 3,
		fault: "edited",
	},
	{
		title: "a member has another type",
		act: (database) => rewrite(database, 4, 4, { agent: 5, at: { toString: 1 }, prev: { toString: 1 } }),
		seq: 4,
		fault: "edited",
	},
	{
		title: "a record in the middle is deleted",
		act: (database) => database.exec("DELETE FROM ledger WHERE seq = 6"),
		seq: 6,
		fault: "deleted",
	},
	{
		title: "the first records are deleted",
		act: (database) => database.exec("DELETE FROM ledger WHERE seq <= 3"),
		seq: 1,
		fault: "deleted",
	},
	{
		title: "a record is deleted and the others moved up",
		act: (database) => database.exec("DELETE FROM ledger WHERE seq = 6; UPDATE ledger SET seq = seq - 1 WHERE seq > 6"),
		seq: 6,
		fault: "deleted",
	},
	{
		title: "two records are swapped",
		act: (database) =>
			database.exec(
				"UPDATE ledger SET seq = -1 WHERE seq = 4; UPDATE ledger SET seq = 4 WHERE seq = 7; UPDATE ledger SET seq = 7 WHERE seq = -1",
			),
		seq: 4,
		fault: "reordered",
	},
	{
		title: "the texts of two records are swapped",
		act: (database) => {
			const [four, five] = [4, 5].map((seq) => String(database.prepare("SELECT record FROM ledger WHERE seq = ?").get(seq)?.record));
			database.prepare("UPDATE ledger SET record = ? WHERE seq = 4").run(five ?? "");
			database.prepare("UPDATE ledger SET record = ? WHERE seq = 5").run(four ?? "");
		},
		seq: 4,
		fault: "reordered",
	},
	{
		title: "a record is written over by the next one",
		act: (database) => database.exec("UPDATE ledger SET record = (SELECT record FROM ledger WHERE seq = 5) WHERE seq = 4"),
		seq: 4,
		fault: "edited",
	},
	{
		title: "three records change places",
		act: (database) =>
			database.exec(
				"UPDATE ledger SET seq = seq + 100 WHERE seq IN (3, 4, 5); UPDATE ledger SET seq = CASE seq WHEN 103 THEN 4 WHEN 104 THEN 5 ELSE 3 END WHERE seq > 100",
			),
		seq: 3,
		fault: "reordered",
	},
	{ title: "the tail is cut", act: (database) => database.exec("DELETE FROM ledger WHERE seq > 7"), seq: 8, fault: "truncated" },
	{
		title: "the tail is cut and the head set back without a signature",
		act: (database) =>
			database.exec("DELETE FROM ledger WHERE seq > 7; UPDATE ledger_heads SET seq = 7, hash = (SELECT hash FROM ledger WHERE seq = 7)"),
		seq: 8,
		fault: "truncated",
	},
	{ title: "all records are deleted", act: (database) => database.exec("DELETE FROM ledger"), seq: 1, fault: "truncated" },
	{
		title: "the whole chain is removed with its head",
		act: (database) => database.exec("DELETE FROM ledger; DELETE FROM ledger_heads"),
		seq: 1,
		fault: "truncated",
	},
	{
		title: "the head is removed",
		act: (database) => database.exec("DELETE FROM ledger_heads"),
		seq: 10,
		fault: "bad-signature",
		healed: true,
	},
	{
		title: "the signature is edited",
		act: (database) => database.exec("UPDATE ledger_heads SET signature = 'AAAA'"),
		seq: 10,
		fault: "bad-signature",
		healed: true,
	},
	{ title: "the head is signed with another key", act: resign, seq: 10, fault: "bad-signature", healed: true },
	{
		title: "a record is added behind the head",
		act: (database) => {
			database.exec("INSERT INTO ledger SELECT node, 11, at, kind, agent, effect, correlation_id, hash, record FROM ledger WHERE seq = 10");
			rewrite(database, 11, 11, { seq: 11 });
		},
		seq: 11,
		fault: "bad-signature",
	},
	...["agent = 'other'", "effect = 'deny'", "kind = 'note'", "at = at + 1", "correlation_id = 'x'"].map(
		(change): Tampering => ({
			title: `the column ${change}`,
			act: (database) => database.exec(`UPDATE ledger SET ${change} WHERE seq = 2`),
			seq: 2,
			fault: "edited",
		}),
	),
];

describe("verify", () => {
	it.each(TAMPERINGS)("[wire-2-ledger-verify] names record and fault when $title", async ({ act, seq, fault }) => {
		const scratch = await tenRecords();
		await scratch.tamper(act);
		const outcome = await scratch.verify();
		expect(outcome).toMatchObject({ ok: false, first_bad: { node: "n1", seq, fault } });
	});

	it.each(TAMPERINGS)("never takes damage into the chain when the ledger goes on after $title", async ({ act, healed = false }) => {
		const scratch = await tenRecords();
		await scratch.tamper(act);
		await scratch.record({}, {}).catch(() => undefined);
		await scratch.restart();
		expect((await scratch.verify()).ok).toBe(healed);
	});

	it("names the first missing record when the database is put back to an earlier state", async () => {
		const scratch = await tenRecords();
		const kept: Record<string, unknown>[] = [];
		await scratch.tamper((database) => kept.push(...database.prepare("SELECT * FROM ledger_heads").all()));
		await scratch.record({}, {});
		const [head = {}] = kept;
		await scratch.tamper((database) => {
			database.exec("DELETE FROM ledger WHERE seq > 10");
			database
				.prepare("UPDATE ledger_heads SET seq = ?, hash = ?, signature = ?")
				.run(Number(head.seq), String(head.hash), String(head.signature));
		});
		expect(await scratch.verify()).toMatchObject({ ok: false, first_bad: { node: "n1", seq: 11, fault: "truncated" } });
		expect(scratch.ledger.doubt).not.toBeNull();
	});

	it("finds records that somebody wrote under the name of another node", async () => {
		const scratch = await tenRecords();
		await scratch.tamper((database) =>
			database.exec("INSERT INTO ledger SELECT 'n2', seq, at, kind, agent, effect, correlation_id, hash, record FROM ledger WHERE seq < 3"),
		);
		expect(await scratch.verify()).toMatchObject({ ok: false, first_bad: { node: "n2", seq: 1, fault: "reordered" } });
	});

	it("is content with what nobody touched", async () => {
		const scratch = await tenRecords();
		await scratch.tamper(() => undefined);
		expect(await scratch.verify()).toEqual({
			ok: true,
			records: 10,
			heads: [expect.objectContaining({ node: "n1", seq: 10, ok: true })],
			first_bad: null,
			bad: [],
		});
	});
});

async function tenRecords(): Promise<Scratch> {
	const scratch = await openScratch();
	for (let commit = 0; commit < 5; commit++)
		await scratch.recordTogether([{ request: { commit, first: true } }, { request: { commit }, correlationId: "c" }]);
	return scratch;
}

/** Changes records as somebody would who knows how hashes are made. */
function rewrite(
	database: DatabaseSync,
	from: number,
	to: number,
	change: Readonly<Record<string, unknown>> = { code: "granted", request: "forged" },
): void {
	for (let seq = from; seq <= to; seq++) {
		const { record } = database.prepare("SELECT record FROM ledger WHERE seq = ?").get(seq) ?? {};
		const before = database.prepare("SELECT hash FROM ledger WHERE seq = ?").get(seq - 1);
		const prev = before === undefined ? "0".repeat(64) : String(before.hash);
		const forged = { ...JSON.parse(String(record)), ...(seq === from ? change : {}), ...(change.prev === undefined && { prev }) };
		const text = canonicalJson(forged);
		database.prepare("UPDATE ledger SET record = ?, hash = ? WHERE seq = ?").run(text, hash("sha256", `${prev}${text}`), seq);
	}
}

function resign(database: DatabaseSync): void {
	const { privateKey, publicKey } = generateKeyPairSync("ed25519");
	const { node, seq, hash: last } = database.prepare("SELECT node, seq, hash FROM ledger_heads").get() ?? {};
	const signature = sign(null, Buffer.from(JSON.stringify(["writ ledger head", node, seq, last])), privateKey).toString("base64");
	const der = publicKey.export({ type: "spki", format: "der" });
	database.prepare("UPDATE ledger_heads SET signature = ?, public_key = ?").run(signature, der.toString("base64"));
}
