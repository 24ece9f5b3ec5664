import { parseEmail, ROLES, type Role } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import {
	type Connection,
	cursorOfKey,
	firstRow,
	keyOfCursor,
	numberOf,
	type Page,
	pageOf,
	type Refusal,
	type Row,
	refused,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";

/** A person who can hold keys and own agents. */
interface Person {
	readonly email: string;
	readonly name: string | null;
	readonly role: Role;
	readonly createdAt: number;
}

/** The person, or why there is none. */
type PersonOutcome =
	| { readonly ok: true; readonly person: Person; readonly created: boolean }
	| Refusal<"invalid-email" | "unknown-person">;

/** Whether a role includes another: user < operator < creator < admin. */
export function roleIncludes(role: Role, needed: Role): boolean {
	return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The person of an address; a new one gets the role, a known one keeps theirs. */
export async function ensurePerson(transaction: Transaction, email: string, role: Role, now: number): Promise<PersonOutcome> {
	const parsed = parseEmail(email);
	if (!parsed.ok) return refused("invalid-email", parsed.why);
	const created = (await insertPersonRow(transaction, parsed.email, role, now)) > 0;
	if (created) transaction.touch("person", parsed.email);
	const person = await findPerson(transaction, parsed.email);
	return person === null ? unknown(email) : { ok: true, person, created };
}

/** The person of an address, in any case of letters. */
export async function findPerson(connection: Connection, email: string): Promise<Person | null> {
	const parsed = parseEmail(email);
	const row = parsed.ok ? await findPersonRow(connection, parsed.email) : null;
	return row === null ? null : readPerson(row);
}

/** Gives a person another role: it counts from their next request on. */
export async function setRole(transaction: Transaction, email: string, role: Role): Promise<PersonOutcome> {
	const person = await findPerson(transaction, email);
	if (person === null) return unknown(email);
	await updateRole(transaction, person.email, role);
	transaction.touch("person", person.email);
	return { ok: true, person: { ...person, role }, created: false };
}

/** One page of people in the order of their addresses. */
export async function listPeople(
	connection: Connection,
	{ limit, cursor }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page<Person>> {
	const rows = await pageOfPersonRows(connection, keyOfCursor(cursor), limit + 1);
	return pageOf(rows, limit, readPerson, (row) => cursorOfKey(textOf(row, "email")));
}

/** A row as a person. */
export function readPerson(row: Row): Person {
	const role = ROLES.find((known) => known === row.role);
	if (role === undefined) throw new WritError("store-corrupt", `The role of ${textOf(row, "email")} is not one that writ knows`);
	return { email: textOf(row, "email"), name: textOrNull(row, "name"), role, createdAt: numberOf(row, "created_at") };
}

function unknown(email: string): PersonOutcome {
	return refused("unknown-person", `No person has the address ${email}`);
}

/** How many rows came in: none when the person is known. */
function insertPersonRow(transaction: Transaction, email: string, role: string, now: number): Promise<number> {
	return transaction.run("INSERT INTO people (email, name, role, created_at) VALUES (?, NULL, ?, ?) ON CONFLICT DO NOTHING", [
		email,
		role,
		now,
	]);
}

export function findPersonRow(connection: Connection, email: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM people WHERE email = ?", [email]);
}

function updateRole(transaction: Transaction, email: string, role: string): Promise<number> {
	return transaction.run("UPDATE people SET role = ? WHERE email = ?", [role, email]);
}

function pageOfPersonRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	return connection.all("SELECT * FROM people WHERE email > ? ORDER BY email LIMIT ?", [after, limit]);
}
