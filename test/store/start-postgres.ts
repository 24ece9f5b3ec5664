/**
 * A real PostgreSQL from the registry, started from nothing: one server for all tests of a run, on a free port of the loopback,
 * in a temporary folder. A keeper (keep-postgres.ts) ends it when the run is over.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";
import { Client } from "pg";

/** The server of this run, as `postgres://writ@127.0.0.1:PORT`; the first who asks starts it. */
export async function startPostgres(): Promise<string> {
	// Tests run in threads or in children of the one process that is the run.
	// A process whose parent has ended is a run by itself: the first process of the machine never ends, and so never would the server.
	const run = isMainThread && process.ppid !== 1 ? process.ppid : process.pid;
	const folder = join(tmpdir(), `writ-postgres-${run}`);
	if (isFirst(folder)) startKeeper(folder, run);
	const ready = join(folder, "ready");
	const failed = join(folder, "failed");
	for (let waited = 0; waited < 60_000; waited += 50) {
		if (existsSync(ready)) return readFileSync(ready, "utf8");
		if (existsSync(failed)) break;
		await sleep(50);
	}
	throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, "log"), "utf8")}`);
}

/** An empty database on the server, as an address for `openStore`. */
export async function freshDatabase(): Promise<string> {
	const server = await startPostgres();
	const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
	await administer(server, `CREATE DATABASE ${name}`);
	return `${server}/${name}`;
}

/** Removes a database, whoever is still connected. */
export async function dropDatabase(address: string): Promise<void> {
	const { origin, name } = partsOf(address);
	await administer(origin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** One statement by somebody other than writ. */
export async function administer(address: string, sql: string): Promise<readonly Record<string, unknown>[]> {
	const client = new Client({ connectionString: address.replace(/(:\d+)$/, "$1/postgres") });
	client.on("error", () => undefined);
	await client.connect();
	try {
		return (await client.query(sql)).rows;
	} finally {
		await client.end();
	}
}

function partsOf(address: string): { readonly origin: string; readonly name: string } {
	const cut = address.lastIndexOf("/");
	return { origin: address.slice(0, cut), name: address.slice(cut + 1) };
}

function isFirst(folder: string): boolean {
	try {
		mkdirSync(folder, { mode: 0o755 });
		return true;
	} catch {
		return false;
	}
}

function startKeeper(folder: string, run: number): void {
	const log = openSync(join(folder, "log"), "a");
	const keeper = spawn(process.execPath, [join(import.meta.dirname, "keep-postgres.ts"), folder, String(run)], {
		detached: true,
		stdio: ["ignore", log, log],
	});
	keeper.unref();
}
