import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSqlite } from "./open-sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-log-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the log of a database that is used much", () => {
	it("[wire-2-wide-log] is made as large as it will get, and nothing of that stays in the database", async () => {
		const file = join(folder, "a.db");
		const backend = openSqlite(file);
		const commit = async (sql: string): Promise<void> => {
			await backend.begin("exclusive");
			await backend.writer.run(sql);
			await backend.commit();
		};
		await commit("CREATE TABLE kept (value INTEGER)");
		const before = statSync(`${file}-wal`).size;
		for (let count = 0; count < 62; count++) await commit("INSERT INTO kept VALUES (1)");
		expect(statSync(`${file}-wal`).size).toBeLessThan(before + 2_000_000);
		for (let count = 0; count < 10; count++) await commit("INSERT INTO kept VALUES (1)");
		expect(statSync(`${file}-wal`).size).toBeGreaterThan(16 * 1024 * 1024);
		expect(statSync(file).size).toBeLessThan(1024 * 1024);
		const [tables] = await backend.look((connection) => connection.all("SELECT count(*) AS count FROM sqlite_schema"));
		const [rows] = await backend.look((connection) => connection.all("SELECT count(*) AS count FROM kept"));
		const [cache] = await backend.writer.all("PRAGMA cache_size");
		const [whole] = await backend.writer.all("PRAGMA integrity_check");
		expect([tables?.count, rows?.count, cache?.cache_size, whole?.integrity_check]).toEqual([1, 72, -65_536, "ok"]);
		await backend.close();
		const again = openSqlite(file);
		expect(await again.look((connection) => connection.all("SELECT count(*) AS count FROM kept"))).toEqual([{ count: 72 }]);
		await again.close();
	});
});
