import {
	anyProfileKept,
	type Connection,
	findTodoRow,
	type Refusal,
	type Row,
	readCopiedTables,
	refused,
	type Transaction,
	textOf,
	writeCopiedTables,
} from "../store/index.ts";
import { isProfileName, keptProfile } from "./kept-profiles.ts";

const TABLES = ["profile_versions", "todo_lists"] as const;

/** Profiles with their versions, and the lists of things to do, as a snapshot holds them. */
export type KeptCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** What belongs to no agent alone, for a snapshot. */
export function exportKept(connection: Connection): Promise<KeptCopy> {
	return readCopiedTables(connection, TABLES);
}

/** Writes it into an empty home; snapshots of earlier versions have none. A refusal leaves a part written: the caller must undo the whole work. */
export async function importKept(
	transaction: Transaction,
	copy: unknown,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot" | "store-not-empty">> {
	if (copy === undefined) return { ok: true };
	if (typeof copy !== "object" || copy === null) return refused("invalid-snapshot", "'kept' is no object");
	if (await anyProfileKept(transaction)) return refused("store-not-empty", "A snapshot can only be restored where no profile was written");
	const taken = await takenList(transaction, Reflect.get(copy, "todo_lists"));
	if (taken !== null) return refused("store-not-empty", `There is a list of things to do of ${taken} already`);
	const refusal = await writeCopiedTables(transaction, TABLES, { ...copy });
	if (refusal !== null) return refusal;
	const wrong = await firstWrong(transaction);
	if (wrong !== null) return refused("invalid-snapshot", wrong);
	transaction.touch("profile", "*");
	return { ok: true };
}

/** A list that is kept here already: of a session that has no agent any more. */
async function takenList(connection: Connection, rows: unknown): Promise<string | null> {
	if (!Array.isArray(rows)) return null;
	for (const row of rows) {
		const name: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "name") : undefined;
		if (typeof name === "string" && (await findTodoRow(connection, name)) !== null) return name;
	}
	return null;
}

/** What of the written rows could not be read again. */
async function firstWrong(connection: Connection): Promise<string | null> {
	const { profile_versions: profiles, todo_lists: lists } = await exportKept(connection);
	for (const row of profiles) if (!isSound(() => isProfileName(keptProfile(row).name))) return "a profile cannot be read";
	for (const row of lists)
		if (!isSound(() => Array.isArray(JSON.parse(textOf(row, "items"))))) return "a list of things to do cannot be read";
	return null;
}

function isSound(check: () => boolean): boolean {
	try {
		return check();
	} catch {
		return false;
	}
}
