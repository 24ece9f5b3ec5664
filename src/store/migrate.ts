import { createHash } from "node:crypto";
import { WritError } from "../platform/index.ts";
import type { Backend } from "./backend.ts";
import { firstRow, numberOf } from "./connection.ts";
import { MIGRATIONS, type Migration } from "./schema/index.ts";

/** Brings the schema up to this version of writ in one transaction, after a backup. A newer schema is refused. */
export async function migrate(backend: Backend, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
	await backend.writer.run(`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL, digest ${backend.dialect.text})`);
	const newest = migrations.at(-1)?.version ?? 0;
	const found = await currentVersion(backend);
	if (found > newest)
		throw new WritError("newer-schema", `The database has schema ${found}, this writ knows ${newest}: start the newer writ that wrote it`);
	const digest = digestOf(migrations, backend);
	if (found === newest) return checkDigest(backend, digest);
	if (found > 0) await backend.backUp(found);
	await backend.begin("migration");
	try {
		// Another node may have been quicker.
		const from = await currentVersion(backend);
		for (const { version, statements } of migrations) {
			if (version <= from) continue;
			for (const statement of statements(backend.dialect)) await backend.writer.run(statement);
		}
		await backend.writer.run("DELETE FROM schema_version");
		await backend.writer.run("INSERT INTO schema_version (version, digest) VALUES (?, ?)", [newest, digest]);
		await backend.commit();
	} catch (error) {
		await backend.rollback();
		throw error;
	}
}

/** A version that is not released yet changes under its number: better to say so than to miss a column later. */
async function checkDigest({ writer }: Backend, digest: string): Promise<void> {
	const row = await firstRow(writer, "SELECT * FROM schema_version");
	if (row?.digest === digest) return;
	throw new WritError(
		"other-schema",
		"The database was made by another build of this version of writ: start that build and save a snapshot (writ checkpoint collect), or move the home away",
	);
}

function digestOf(migrations: readonly Migration[], { dialect }: Backend): string {
	return createHash("sha256")
		.update(migrations.flatMap(({ statements }) => statements(dialect)).join(";\n"))
		.digest("hex");
}

async function currentVersion(backend: Backend): Promise<number> {
	const row = await firstRow(backend.writer, "SELECT version FROM schema_version");
	return row === null ? 0 : numberOf(row, "version");
}
