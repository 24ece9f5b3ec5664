import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger, verifyLedger } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/platform/index.ts";
import { openStore } from "../../src/store/index.ts";
import { exampleEntry } from "./measure-append.ts";

/** How long verify takes over a long chain, and pages of it. */
export interface VerifyCost {
	readonly records: number;
	readonly ok: boolean;
	readonly verifySeconds: number;
	readonly recordsPerSecond: number;
	readonly newestPageMilliseconds: number;
	readonly denialsOfAgentMilliseconds: number;
	readonly findByIdMilliseconds: number;
}

/** Fills a chain and verifies it. */
export async function measureVerify(records: number): Promise<VerifyCost> {
	const folder = mkdtempSync(join(tmpdir(), "writ-bench-ledger-"));
	const store = await openStore(join(folder, "writ.db"));
	try {
		const ledger = await openLedger({ store, node: "bench", folder, clock: systemClock });
		store.attach({ committer: ledger.committer });
		let id = "";
		for (let index = 0; index < records; index += 1_000)
			await store.record(async (transaction) => {
				for (let each = 0; each < 1_000 && index + each < records; each++) id = ledger.append(transaction, exampleEntry(index + each));
			});
		const [verifySeconds, outcome] = await timed(() => verifyLedger(store, { folder }));
		const [newest] = await timed(() => ledger.list({ limit: 100 }));
		const [denials] = await timed(() => ledger.list({ agent: "worker-10", effect: "deny", limit: 100 }));
		const [byId] = await timed(() => ledger.list({ id }));
		return {
			records: outcome.records,
			ok: outcome.ok,
			verifySeconds: Number(verifySeconds.toFixed(2)),
			recordsPerSecond: Math.round(records / verifySeconds),
			newestPageMilliseconds: Number((newest * 1000).toFixed(2)),
			denialsOfAgentMilliseconds: Number((denials * 1000).toFixed(2)),
			findByIdMilliseconds: Number((byId * 1000).toFixed(2)),
		};
	} finally {
		await store.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
	const started = performance.now();
	const value = await work();
	return [(performance.now() - started) / 1000, value];
}
