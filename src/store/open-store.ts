import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { WritError } from "../platform/index.ts";
import { type Backend, takeTurns } from "./backend.ts";
import { openCommitQueue } from "./commit-queue.ts";
import { type Connection, firstRow, numberOf } from "./connection.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { MIGRATIONS, type Migration, migrate } from "./schema.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { onFile, snapshot, sqliteConnection } from "./sqlite/sqlite-connection.ts";
import type { Store } from "./store.ts";

/** What a test may set. */
interface StoreOptions {
	/** Another history of the schema than this version's. */
	readonly migrations?: readonly Migration[];
}

/** Opens a database and brings its schema up to date: `postgres://…`, a file name, or `:memory:`. */
export async function openStore(location: string, { migrations }: StoreOptions = {}): Promise<Store> {
	const backend = /^postgres(ql)?:\/\//i.test(location) ? await openPostgres(location) : openSqlite(location);
	try {
		await migrate(backend, migrations);
	} catch (error) {
		await backend.close().catch(() => undefined);
		throw error;
	}
	return openCommitQueue(backend);
}

/** A database that is only looked at: no lock is taken, no schema changed, nothing written. */
type ReadableStore = Pick<Backend, "look" | "close">;

/** Opens what a server wrote, whether one runs or not; only a schema that this writ knows. */
export async function openToRead(location: string): Promise<ReadableStore> {
	const store = /^postgres(ql)?:\/\//i.test(location) ? await openPostgres(location) : openFile(location);
	try {
		await store.look(checkSchema);
		return store;
	} catch (error) {
		await store.close();
		throw error;
	}
}

function openFile(location: string): ReadableStore {
	if (!existsSync(location)) throw new WritError("no-database", `There is no database ${location}: no server has run in this home yet`);
	const file = realpathSync(location);
	const database = onFile(file, () => new DatabaseSync(file, { readOnly: true, timeout: 2_000 }));
	const connection = sqliteConnection(database, file);
	const turn = takeTurns();
	return {
		look: (work) => turn(() => snapshot(database, file, () => work(connection))),
		close: async () => database.close(),
	};
}

async function checkSchema(connection: Connection): Promise<void> {
	const row = await firstRow(connection, "SELECT version FROM schema_version");
	const found = row === null ? 0 : numberOf(row, "version");
	const known = MIGRATIONS.at(-1)?.version ?? 0;
	if (found === known) return;
	const cure = found > known ? "use the newer writ that wrote it" : "start the server once, which brings it up to date";
	throw new WritError(
		found > known ? "newer-schema" : "older-schema",
		`The database has schema ${found}, this writ knows ${known}: ${cure}`,
	);
}
