import { openCommitQueue } from "./commit-queue.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import type { Migration } from "./schema/index.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import type { Store } from "./store.ts";

/** What a test may set. */
export interface StoreOptions {
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
