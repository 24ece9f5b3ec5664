import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { dropDatabase, freshDatabase, startPostgres } from "./start-postgres.ts";

/** The kinds of store that every suite runs on. */
export const KINDS = ["a SQLite file", "SQLite in memory", "PostgreSQL"] as const;
export type Kind = (typeof KINDS)[number];

/** Defines the same tests on each kind of store; every call of `open` gives an empty store, closed after the last test. */
export function eachStore(name: string, define: (open: () => Promise<Store>, kind: Kind) => void): void {
	describe.each(KINDS)(`${name} on %s`, (kind) => {
		const opened: Store[] = [];
		const places: Place[] = [];
		if (kind === "PostgreSQL") beforeAll(startPostgres, 60_000);
		afterAll(async () => {
			for (const store of opened) await store.close();
			for (const place of places) await place.remove();
		}, 60_000);
		define(async () => {
			const place = await emptyPlace(kind);
			places.push(place);
			const store = await openStore(place.location);
			opened.push(store);
			return store;
		}, kind);
	});
}

/** Where a store can be opened, also several times one after the other. */
export interface Place {
	readonly location: string;
	remove(): Promise<void>;
}

/** An empty database of one kind. */
export async function emptyPlace(kind: Kind): Promise<Place> {
	if (kind === "PostgreSQL") {
		const location = await freshDatabase();
		return { location, remove: () => dropDatabase(location) };
	}
	if (kind === "SQLite in memory") return { location: ":memory:", remove: async () => undefined };
	const folder = mkdtempSync(join(tmpdir(), "writ-store-"));
	return { location: join(folder, "writ.db"), remove: async () => rmSync(folder, { recursive: true, force: true }) };
}
