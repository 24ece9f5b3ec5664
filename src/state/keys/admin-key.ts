import { closeSync, constants, fstatSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { errorCode, randomId, WritError } from "../../platform/index.ts";
import { type Connection, type Refusal, refused, type Transaction } from "../../store/index.ts";
import { findKeyRowByHash } from "./key-rows.ts";
import { type AccessKey, hashKeyValue, isActive, isKeyValue, listKeys, newKeyValue, readAccessKey, revokeKey, storeKey } from "./keys.ts";
import { ensurePerson, setRole } from "./people.ts";

/** To whom the administrator's key belongs. */
export const ADMIN_EMAIL = "admin@localhost";
const NAME = "admin.key";
const MAKER = "system:writ";

/** The value in the file of the administrator's key; a fresh one when there is no file. */
export function adminKey(file: string): string {
	return readKeyFile(file) ?? makeKeyFile(file);
}

/** The administrator's key as the store knows it, or the news that this value has ended. */
export type AdminKeyOutcome = { readonly ok: true; readonly key: AccessKey } | Refusal<"key-ended">;

/**
 * Lets the value in the file of a home open the store as `admin@localhost`. A value that was in its file before and is not any more ends.
 * INVARIANT: a value that was revoked or rotated away stays so; then the file must be removed for a new one to be made.
 */
export async function ensureAdminKey(transaction: Transaction, value: string, home: string, now: number): Promise<AdminKeyOutcome> {
	const admin = await ensurePerson(transaction, ADMIN_EMAIL, "admin", now);
	if (!admin.ok || admin.person.role !== "admin") await setRole(transaction, ADMIN_EMAIL, "admin");
	const row = await findKeyRowByHash(transaction, hashKeyValue(value));
	if (row !== null) {
		const key = readAccessKey(row);
		if (isActive(key, now)) return { ok: true, key };
		return refused("key-ended", `The key in ${NAME} was revoked or replaced: remove the file to get a new one`);
	}
	for (const id of await earlierKeys(transaction, home)) await revokeKey(transaction, id, { now });
	const made = { name: NAME, description: home, scope: "user", person: ADMIN_EMAIL, createdBy: MAKER, now } as const;
	const { key } = await storeKey(transaction, made, value);
	return { ok: true, key };
}

/** INVARIANT: other homes of the same database have files of their own, and their keys stay. */
async function earlierKeys(connection: Connection, home: string): Promise<readonly string[]> {
	const { items } = await listKeys(connection, { person: ADMIN_EMAIL, limit: 1_000 });
	const isEarlier = ({ name, description, createdBy, revokedAt }: AccessKey): boolean =>
		name === NAME && description === home && createdBy === MAKER && revokedAt === null;
	return items.filter(isEarlier).map(({ id }) => id);
}

function readKeyFile(file: string): string | null {
	let descriptor: number;
	try {
		descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		if (errorCode(error) === "ENOENT") return null;
		throw new WritError("key-file-broken", `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
			cause: error,
		});
	}
	try {
		const state = fstatSync(descriptor);
		if (!state.isFile()) throw new WritError("key-file-broken", `${file} is not a regular file`);
		// SECURITY: what others could read they may have read; what others own they can change.
		if ((state.mode & 0o077) !== 0)
			throw new WritError("key-file-open", `Others can read or change ${file}: chmod 600 it, or remove it to get a new key`);
		if (state.uid !== process.getuid?.())
			throw new WritError("key-file-open", `${file} belongs to another user: remove it to get a new key`);
		const value = readFileSync(descriptor, "utf8").trim();
		if (!isKeyValue(value)) throw new WritError("key-file-broken", `${file} holds no key: remove it to get a new one`);
		return value;
	} finally {
		closeSync(descriptor);
	}
}

/** Makes the file whole or not at all; when another process was quicker, its value counts. */
function makeKeyFile(file: string): string {
	const value = newKeyValue();
	const draft = `${file}.${randomId("new")}`;
	const descriptor = openSync(draft, "wx", 0o600);
	try {
		writeSync(descriptor, `${value}\n`);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	try {
		linkSync(draft, file);
		return value;
	} catch (error) {
		const other = errorCode(error) === "EEXIST" ? readKeyFile(file) : null;
		if (other === null) throw new WritError("key-file-broken", `${file} cannot be made: ${String(error)}`, { cause: error });
		return other;
	} finally {
		rmSync(draft, { force: true });
	}
}
