import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Authority, openAuthority } from "../../src/authority/index.ts";
import { socketPath } from "../../src/client/index.ts";
import { serveSocket } from "../../src/points/socket/index.ts";
import { type Answer, connectClient, pipe, type TestClient } from "../socket/socket-client.ts";

/** A server of a home of its own, in this process, with what a test wants to know of it. */
export interface TestHome {
	readonly home: string;
	readonly path: string;
	readonly authority: Authority;
	/** What the server wrote into its process log. */
	readonly log: readonly string[];
	/** Time as the server sees it, to be moved. */
	readonly clock: { now: () => number; move: (milliseconds: number) => void };
	/** A client of the local person, or of whoever holds the key. */
	readonly connect: (key?: string) => Promise<TestClient>;
	readonly pipe: (text: string | Uint8Array) => Promise<readonly Answer[]>;
	/** Every row of every table but the ledger, as text. */
	readonly rows: () => string;
	/** Every file and directory of the sandboxes. */
	readonly directories: () => readonly string[];
	readonly records: (where?: string) => readonly Readonly<Record<string, unknown>>[];
	readonly database: () => DatabaseSync;
	/** The same home with another authority, as after a restart. */
	readonly reopen: () => Promise<TestHome>;
	/** Stops the server and leaves the home. */
	readonly stop: () => Promise<void>;
	readonly close: () => Promise<void>;
}

export interface HomeOptions {
	readonly home?: string;
	/** The moment at which a clock of the test's own stands; absent = real time. */
	readonly at?: number;
	readonly prepare?: (home: string) => void;
	/** What mounted servers may take. */
	readonly mountLimits?: NonNullable<Parameters<typeof openAuthority>[0]["mountLimits"]>;
}

/** Opens an authority on a fresh home and serves its socket. */
export async function openHome({
	home = mkdtempSync(join(tmpdir(), "w-")),
	at,
	prepare,
	mountLimits,
}: HomeOptions = {}): Promise<TestHome> {
	prepare?.(home);
	let now = at;
	const clock = {
		now: () => now ?? Date.now(),
		move: (milliseconds: number) => {
			now = (now ?? Date.now()) + milliseconds;
		},
	};
	const log: string[] = [];
	const authority = await openAuthority({
		home,
		clock,
		log: (line) => log.push(line),
		...(mountLimits === undefined ? {} : { mountLimits }),
	});
	const place = socketPath(home);
	if (!place.ok) throw new Error(place.message);
	const { path } = place;
	const served = await serveSocket({ authority, path, stop: () => undefined, linesPerSecond: 0 });
	const clients: TestClient[] = [];
	const stop = async (): Promise<void> => {
		for (const client of clients) client.close();
		await served.close();
		await authority.close();
	};
	const reading = <T>(work: (database: DatabaseSync) => T): T => {
		const database = new DatabaseSync(join(home, "writ.db"), { readOnly: true });
		try {
			return work(database);
		} finally {
			database.close();
		}
	};
	return {
		home,
		path,
		authority,
		log,
		clock,
		async connect(key) {
			const client = await connectClient(path);
			clients.push(client);
			if (key !== undefined) await client.ask("system:connect", { key });
			return client;
		},
		pipe: (text) => pipe(path, text),
		rows: () => reading(dump),
		directories: () => readdirSync(join(home, "sandboxes"), { recursive: true }).map(String).toSorted(),
		records: (where = "1 = 1") =>
			reading((database) =>
				database
					.prepare(`SELECT record FROM ledger WHERE ${where} ORDER BY seq`)
					.all()
					.map(({ record }) => JSON.parse(String(record))),
			),
		database: () => new DatabaseSync(join(home, "writ.db")),
		reopen: async () => {
			await stop();
			return openHome({ home, ...(now === undefined ? {} : { at: now }) });
		},
		stop,
		close: async () => {
			await stop();
			rmSync(home, { recursive: true, force: true });
		},
	};
}

/** Counters of changes and of uses are not state that a refused request could leave behind. */
const UNCOUNTED = /^(ledger.*|state|changes|sqlite_sequence)$/;

function dump(database: DatabaseSync): string {
	const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
	return tables
		.map(({ name }) => String(name))
		.filter((name) => !UNCOUNTED.test(name))
		.map(
			(name) =>
				`${name}\n${database
					.prepare(`SELECT * FROM "${name}"`)
					.all()
					.map((row) => JSON.stringify({ ...row, usage_count: 0, last_used_at: null }))
					.toSorted()
					.join("\n")}`,
		)
		.join("\n\n");
}
