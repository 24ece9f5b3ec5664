import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readLedgerRows, verifyLedger } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/index.ts";

describe("a process that is killed while its thread writes the ledger", () => {
	it("[store-kill] [ledger-aside] has every record that was answered, and a chain that verifies", async () => {
		const home = mkdtempSync(join(tmpdir(), "writ-"));
		for (const wait of [40, 150, 500]) await killAfter(home, wait);
		// The last line before a kill may be half a one.
		const answered = new Set(readFileSync(join(home, "answered"), "utf8").match(/^rec_[0-9a-f]{32}$/gm));
		const store = await openStore(join(home, "writ.db"));
		const kept = new Set<string>();
		for (let after = 0; ; ) {
			const rows = await store.look((connection) => readLedgerRows(connection, "n1", after, 5_000));
			for (const { record } of rows) kept.add(JSON.parse(record).id);
			after = rows.at(-1)?.seq ?? after;
			if (rows.length === 0) break;
		}
		expect(answered.size).toBeGreaterThan(100);
		expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
		expect(await verifyLedger(store, { folder: join(home, "ledger") })).toMatchObject({ ok: true, records: kept.size });
		await store.close();
		rmSync(home, { recursive: true, force: true });
	});
});

/** Starts the process and kills it after some milliseconds of work. */
async function killAfter(home: string, milliseconds: number): Promise<void> {
	const child = spawn(process.execPath, [join(import.meta.dirname, "append-many.ts"), home], { stdio: ["ignore", "pipe", "inherit"] });
	const closed = once(child, "close");
	await once(child.stdout, "data");
	await sleep(milliseconds);
	child.kill("SIGKILL");
	await closed;
}
