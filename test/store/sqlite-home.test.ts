import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "../../src/store/connection.ts";
import { MIGRATIONS, type Migration } from "../../src/store/index.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { startWriter } from "./start-writer.ts";

let folder = "";
let file = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "writ-home-"));
	file = join(folder, "writ.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("one server on one home", () => {
	it("[store-one-server] [store-stale-lock] a second process is refused with the first one's number; after a kill the next starts at once", async () => {
		const first = startWriter(file);
		await first.hears("ready");
		const refusal = { code: "home-in-use", message: expect.stringMatching(new RegExp(`process ${first.pid}: stop it`)) };
		await expect(openStore(file)).rejects.toMatchObject(refusal);
		const second = startWriter(file);
		expect(await second.hears("refused")).toContain(`home-in-use The database ${file} is in use by process ${first.pid}`);
		await second.kill();
		await first.kill();
		await withStore((store) => store.change(async () => undefined));
	});

	it("[store-one-server] the same file by another name is the same home, and a second opening in one process is refused too", async () => {
		const store = await openStore(file);
		const link = join(folder, "link.db");
		symlinkSync(file, link);
		await expect(openStore(link)).rejects.toMatchObject({ code: "home-in-use" });
		await expect(openStore(file)).rejects.toMatchObject({ code: "home-in-use" });
		// The refused ones must not have let go of the first one's lock.
		const other = startWriter(file);
		expect(await other.hears("refused")).toContain("home-in-use");
		await store.close();
		await withStore(async () => undefined);
	});

	it("[store-stale-lock] files of a lock that nobody holds do not matter, whatever process they name", async () => {
		writeFileSync(`${file}.lock`, "");
		writeFileSync(`${file}.pid`, `${process.ppid}\n`);
		await withStore(async () => undefined);
		expect(existsSync(`${file}.pid`)).toBe(false);
	});

	it("[store-private] the database and everything beside it can be read by their owner only", async () => {
		await withStore(async (store) => {
			await store.change((transaction) => put(transaction, "a"));
			const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
			expect(modes.length).toBeGreaterThan(3);
			expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
		});
	});
});

describe("the schema of a home", () => {
	const added: Migration = { version: 2, statements: () => ["CREATE TABLE novelties (id TEXT PRIMARY KEY)"] };

	it("[store-backup] is brought forward after a private backup of the whole, named after its version", async () => {
		await withStore((store) => store.change((transaction) => put(transaction, "kept")));
		await withStore(
			(store) => store.change((transaction) => transaction.run("INSERT INTO novelties VALUES ('x')")),
			[...MIGRATIONS, added],
		);
		const copy = `${file}.schema-1.backup`;
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		const backup = new DatabaseSync(copy, { readOnly: true });
		expect(backup.prepare("SELECT name FROM settings").all()).toMatchObject([{ name: "kept" }]);
		expect(backup.prepare("SELECT version FROM schema_version").all()).toMatchObject([{ version: 1 }]);
		expect(backup.prepare("SELECT name FROM sqlite_schema WHERE name = 'novelties'").all()).toEqual([]);
		backup.close();
		expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
	});

	it("[store-backup] a step that fails leaves everything as it was, and the next try succeeds", async () => {
		await withStore((store) => store.change((transaction) => put(transaction, "kept")));
		const broken: Migration = { version: 3, statements: () => ["CREATE TABLE more (id TEXT)", "NO SUCH STATEMENT"] };
		await expect(openStore(file, { migrations: [...MIGRATIONS, added, broken] })).rejects.toThrow();
		await withStore(async (store) => {
			const tables = await store.look((connection) => connection.all("SELECT name FROM sqlite_schema WHERE name IN ('novelties', 'more')"));
			expect(tables).toEqual([]);
		});
		await withStore(async () => undefined, [...MIGRATIONS, added]);
	});

	it("[store-newer-schema] a newer one is refused, and nothing is touched", async () => {
		await withStore(async () => undefined, [...MIGRATIONS, added]);
		const before = readFileSync(file);
		await expect(openStore(file)).rejects.toMatchObject({ code: "newer-schema", message: expect.stringContaining("newer writ") });
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	it("[store-other-schema] one of the same version but of another build is refused, with the cure, and nothing is touched", async () => {
		const other: Migration = { version: 1, statements: () => ["CREATE TABLE agents (id TEXT PRIMARY KEY)"] };
		await withStore(async () => undefined, [other]);
		const before = readFileSync(file);
		await expect(openStore(file)).rejects.toMatchObject({ code: "other-schema", message: expect.stringContaining("another build") });
		expect(readFileSync(file).equals(before)).toBe(true);
	});
});

describe("a damaged database", () => {
	it("[store-corrupt] a file that is not a database is named as such, with the cure, and left as it is", async () => {
		writeFileSync(file, "this is not a database, but it is long enough to look like one ".repeat(100));
		const before = readFileSync(file);
		await expect(openStore(file)).rejects.toMatchObject({
			code: "store-corrupt",
			message: expect.stringMatching(/writ\.db is damaged.*backup/),
		});
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	it("[store-corrupt] damage in the middle fails the works that meet it", async () => {
		await withStore((store) =>
			store.change(async (transaction) => {
				for (let number = 0; number < 2_000; number++) await put(transaction, `n${number}`);
			}),
		);
		const bytes = readFileSync(file);
		// The first page, which says what tables there are, stays whole.
		for (let at = 4096; at < bytes.length; at += 4096) if (bytes.subarray(at, at + 4096).includes("n1")) bytes.fill(0xa5, at, at + 4096);
		writeFileSync(file, bytes);
		await withStore(async (store) => {
			const work = store.record((transaction) => transaction.all("SELECT count(*) AS rows FROM settings WHERE value <> 'z'"));
			await expect(work).rejects.toMatchObject({ code: "store-corrupt" });
			const look = store.look((connection) => connection.all("SELECT count(*) AS rows FROM settings WHERE value <> 'z'"));
			await expect(look).rejects.toMatchObject({ code: "store-corrupt" });
		});
	});

	it("a lock that holds something else is named, with the cure", async () => {
		writeFileSync(`${file}.lock`, "this is not a database, but it is long enough to look like one ".repeat(100));
		await expect(openStore(file)).rejects.toMatchObject({ message: expect.stringMatching(/writ\.db\.lock .*remove it/) });
	});

	it("a folder that is not there is named", async () => {
		const opening = openStore(join(folder, "missing", "writ.db"));
		await expect(opening).rejects.toMatchObject({ code: "store-unwritable", message: expect.stringContaining("missing") });
	});
});

async function withStore<T>(work: (store: Store) => Promise<T>, migrations = MIGRATIONS): Promise<T> {
	const store = await openStore(file, { migrations });
	try {
		return await work(store);
	} finally {
		await store.close();
	}
}

function put(connection: Connection, name: string): Promise<number> {
	return connection.run("INSERT INTO settings (name, value, version) VALUES (?, ?, ?)", [name, "x", 1]);
}
