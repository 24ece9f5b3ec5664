import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../bench/random.ts";
import { dropDatabase, freshDatabase } from "../store/start-postgres.ts";
import { killServer } from "./kill-server.ts";

const MINUTES = 60_000;
const seed = Number(process.env.WRIT_CHAOS_SEED ?? Date.now() % 1_000_000);

describe("a server that is killed under load", () => {
	it(
		`[store-kill] loses nothing that it answered, on SQLite (WRIT_CHAOS_SEED=${seed})`,
		async () => {
			const home = mkdtempSync(join(tmpdir(), "writ-"));
			const report = await killServer(home, null, 12, randomFrom(seed));
			rmSync(home, { recursive: true, force: true });
			expect(report).toMatchObject({ kills: 12, lost: [], broken: 0, halves: [] });
			expect(report.acknowledged).toBeGreaterThan(20);
		},
		5 * MINUTES,
	);

	it(
		`[store-kill] loses nothing that it answered, on PostgreSQL (WRIT_CHAOS_SEED=${seed})`,
		async () => {
			const home = mkdtempSync(join(tmpdir(), "writ-"));
			const database = await freshDatabase();
			const report = await killServer(home, database, 8, randomFrom(seed + 1));
			rmSync(home, { recursive: true, force: true });
			await dropDatabase(database);
			expect(report).toMatchObject({ kills: 8, lost: [], broken: 0, halves: [] });
			expect(report.acknowledged).toBeGreaterThan(10);
		},
		5 * MINUTES,
	);
});
