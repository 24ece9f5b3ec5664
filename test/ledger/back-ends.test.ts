import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type LedgerFilter, openLedger, verifyLedger } from "../../src/ledger/index.ts";
import { eachStore } from "../store/with-stores.ts";
import { entry } from "./entry.ts";
import { START } from "./scratch-ledger.ts";

const home = mkdtempSync(join(tmpdir(), "writ-ledger-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

eachStore("the ledger", (open, kind) => {
	it("records, lists, reads on, retains, verifies and finds damage", async () => {
		const store = await open();
		const folder = join(home, kind.replaceAll(" ", "-"));
		const clock = { time: START, now: () => clock.time };
		const ledger = await openLedger({ store, node: "n1", folder, clock });
		store.attach({ committer: ledger.committer });
		const ids: string[] = [];
		for (let commit = 0; commit < 3; commit++) {
			clock.time += 1_000;
			ids.push(
				...(await store.record(async (transaction) =>
					Array.from({ length: 200 }, (_, index) =>
						ledger.append(
							transaction,
							entry({
								request: { text: "ä\u0000\ud800 %_!" },
								agent: `agent-${index % 3}`,
								correlationId: `c-${index}\u0000`,
								...(index === 7 && { kind: "edge", effect: "deny", code: "person-required" }),
							}),
						),
					),
				)),
			);
		}
		const seqs = async (filter: LedgerFilter) => (await ledger.list(filter)).items.map(({ seq }) => seq);
		expect(await seqs({ limit: 3 })).toEqual([600, 599, 598]);
		expect(await seqs({ correlationId: "c-5\u0000" })).toEqual([406, 206, 6]);
		for (const filter of [
			{ kind: "edge" },
			{ effect: "deny" },
			{ code: "person-required" },
			{ effect: "deny", agent: ["agent-1", "x", "y"] },
		] as const)
			expect(await seqs(filter)).toEqual([408, 208, 8]);
		expect(await seqs({ id: ids[300] ?? "" })).toEqual([301]);
		// Its records are every third one, so the sixtieth is 180.
		const { next_cursor } = await ledger.list({ agent: "agent-2", limit: 60, order: "oldest" });
		expect(await seqs({ agent: "agent-2", limit: 2, order: "oldest", cursor: next_cursor ?? "" })).toEqual([183, 186]);
		expect((await ledger.readOn("n1=598", 10)).items.map(({ seq }) => seq)).toEqual([599, 600]);
		expect(await ledger.count({ kind: "edge" })).toEqual({ records: 3, by_kind: { edge: 3 }, by_effect: { deny: 3 } });

		await store.record((transaction) => ledger.retain(transaction, START + 2_000, "user:a@b"));
		expect(await verifyLedger(store, { folder })).toMatchObject({ ok: true, records: 401 });
		await store.record((transaction) => transaction.run("UPDATE ledger SET agent = 'other' WHERE seq = 450"));
		expect(await verifyLedger(store, { folder })).toMatchObject({ ok: false, first_bad: { node: "n1", seq: 450, fault: "edited" } });
		ledger.close();
	});
});
