import { WritError } from "../../platform/index.ts";
import { type Connection, type Refusal, type Row, refused, type Transaction, textOf } from "../../store/index.ts";
import { findAgentRow } from "../agents/index.ts";
import { findPersonRow, readAccessKey, readPerson } from "../keys/index.ts";
import { checkSetting, setSetting } from "../settings/index.ts";
import { insertWholeRows, parseWholeRows, readWholeTable } from "./whole-tables.ts";

/** People, the hashes of keys and settings as plain JSON: rows as they are stored. */
export interface IdentitySnapshot {
	readonly people: readonly Row[];
	readonly access_keys: readonly Row[];
	readonly settings: readonly Row[];
}

/** How much came back, or what is wrong with the snapshot. */
export type IdentityImport =
	| { readonly ok: true; readonly people: number; readonly keys: number; readonly settings: number }
	| Refusal<"invalid-snapshot">;

/** Everyone and every key that the store knows. */
export async function exportIdentity(connection: Connection): Promise<IdentitySnapshot> {
	return {
		people: await readWholeTable(connection, "people"),
		access_keys: await readWholeTable(connection, "access_keys"),
		settings: await readWholeTable(connection, "settings"),
	};
}

/** Puts people, keys and settings back, after the agents. Who is known already stays as they are: a new home has its administrator. */
export async function importIdentity(transaction: Transaction, value: unknown): Promise<IdentityImport> {
	const snapshot = readSnapshot(value);
	if (typeof snapshot === "string") return notWhole(snapshot);
	const stranger = await findStranger(transaction, snapshot);
	if (stranger !== null) return notWhole(`a key belongs to ${stranger}, who is not there`);
	const people = await insertWholeRows(transaction, "people", snapshot.people);
	const keys = await insertWholeRows(transaction, "access_keys", snapshot.access_keys);
	for (const row of snapshot.settings) await setSetting(transaction, textOf(row, "name"), JSON.parse(textOf(row, "value")));
	for (const row of snapshot.access_keys) transaction.touch("key", textOf(row, "id"));
	for (const row of snapshot.people) transaction.touch("person", textOf(row, "email"));
	return { ok: true, people, keys, settings: snapshot.settings.length };
}

/** The rows of a snapshot when every one of them is sound, else what is wrong. */
function readSnapshot(value: unknown): IdentitySnapshot | string {
	if (typeof value !== "object" || value === null) return "it is not an object";
	const tables = (["people", "access_keys", "settings"] as const).map((table) => parseWholeRows(table, Reflect.get(value, table)));
	const [people, access_keys, settings] = tables;
	if (!people || !access_keys || !settings) return "a table of identities is missing or has other columns";
	try {
		people.forEach(readPerson);
		access_keys.forEach(readAccessKey);
		const refusals = settings.map((row) => checkSetting(textOf(row, "name"), JSON.parse(textOf(row, "value"))));
		return refusals.find((refusal) => refusal !== null)?.message ?? { people, access_keys, settings };
	} catch (error) {
		if (error instanceof WritError || error instanceof TypeError || error instanceof SyntaxError) return error.message;
		throw error;
	}
}

/** Whose key it is, when neither the snapshot nor the store knows them. */
async function findStranger(connection: Connection, { people, access_keys }: IdentitySnapshot): Promise<string | null> {
	const known = new Set(people.map((row) => textOf(row, "email")));
	for (const { person, agent } of access_keys.map(readAccessKey)) {
		if (person !== null && !known.has(person) && (await findPersonRow(connection, person)) === null) return person;
		if (agent !== null && (await findAgentRow(connection, agent)) === null) return agent;
	}
	return null;
}

function notWhole(why: string): IdentityImport {
	return refused("invalid-snapshot", `The snapshot is not whole: ${why}`);
}
