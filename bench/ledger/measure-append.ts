import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LedgerEntry, openLedger } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/platform/index.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { median } from "../ratio.ts";

/** What appending costs in one run beside the barest insert of the same texts: records for each second of processor time. */
export interface AppendCost {
	readonly records: number;
	readonly bareInsertsPerCpuSecond: number;
	readonly appendsPerCpuSecond: number;
	/** How many times a bare insert's time one append takes. */
	readonly ratio: number;
	readonly cpuMicrosecondsEach: number;
}

/** Appends in works of 100 records, as a batch decide does, against single-column inserts in the same store and commits. */
export async function measureAppend(records: number, rounds: number): Promise<AppendCost> {
	const bare: number[] = [];
	const full: number[] = [];
	for (let round = 0; round < rounds; round++) {
		bare.push(await inStore((store) => insertBare(store, records)));
		full.push(await inStore((store, folder) => appendAll(store, folder, records)));
	}
	const [bareSeconds, fullSeconds] = [median(bare), median(full)];
	return {
		records,
		bareInsertsPerCpuSecond: Math.round(records / bareSeconds),
		appendsPerCpuSecond: Math.round(records / fullSeconds),
		ratio: Number((fullSeconds / bareSeconds).toFixed(2)),
		cpuMicrosecondsEach: Number(((fullSeconds / records) * 1e6).toFixed(2)),
	};
}

/** An ordinary decision. */
export function exampleEntry(index: number): LedgerEntry {
	return {
		kind: "decision",
		principal: `agent:worker-${Math.abs(index % 50)}`,
		keyId: "key_0123456789abcdef",
		agent: `worker-${Math.abs(index % 50)}`,
		point: "socket",
		request: { kind: "tool", tool: "Read", input: { file_path: `/home/person/project/src/file-${index % 977}.ts` } },
		effect: index % 10 === 0 ? "deny" : "allow",
		code: index % 10 === 0 ? "no-rule" : "granted",
		rule: "Read(./workspace/**)",
		writDigest: "sha256:0f3c5a7e9b1d2f4a6c8e0f3c5a7e9b1d2f4a6c8e0f3c5a7e9b1d2f4a6c8e0f3c",
		correlationId: null,
	};
}

const WORK = 100;
const WARM_UP = 5_000;

async function appendAll(store: Store, folder: string, records: number): Promise<number> {
	const ledger = await openLedger({ store, node: "bench", folder, clock: systemClock });
	store.attach({ committer: ledger.committer });
	return timed(store, records, async (transaction, index) => {
		for (let each = 0; each < WORK; each++) ledger.append(transaction, exampleEntry(index + each));
	});
}

async function insertBare(store: Store, records: number): Promise<number> {
	await store.change((transaction) => transaction.run("CREATE TABLE bare (seq BIGINT PRIMARY KEY, record TEXT NOT NULL)"));
	return timed(store, records, async (transaction, index) => {
		for (let each = 0; each < WORK; each++)
			await transaction.run("INSERT INTO bare (seq, record) VALUES (?, ?)", [index + each, JSON.stringify(exampleEntry(index + each))]);
	});
}

async function timed(
	store: Store,
	records: number,
	work: (transaction: Parameters<Parameters<Store["record"]>[0]>[0], index: number) => Promise<void>,
): Promise<number> {
	await runAll(store, -WARM_UP, 0, work);
	// The thread of the ledger begins with the first big commit, once in the life of a process.
	await pause(1_000);
	const before = process.cpuUsage();
	await runAll(store, 0, records, work);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

async function runAll(
	store: Store,
	from: number,
	to: number,
	work: (transaction: Parameters<Parameters<Store["record"]>[0]>[0], index: number) => Promise<void>,
): Promise<void> {
	const waiting: Promise<void>[] = [];
	for (let index = from; index < to; index += WORK) {
		waiting.push(store.record((transaction) => work(transaction, index)));
		if (waiting.length === 50) await Promise.all(waiting.splice(0));
	}
	await Promise.all(waiting);
}

async function inStore(work: (store: Store, folder: string) => Promise<number>): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "writ-bench-ledger-"));
	const store = await openStore(join(folder, "writ.db"));
	try {
		return await work(store, folder);
	} finally {
		await store.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
