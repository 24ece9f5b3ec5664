import { parseAgentId } from "../../engine/index.ts";
import {
	type Connection,
	firstRow,
	isKeepable,
	numberOf,
	type Page,
	type Refusal,
	type Row,
	refused,
	type Transaction,
	textOf,
} from "../../store/index.ts";
import { existingAgentIds } from "./edge-rows.ts";

/** Agents under one name, for edges. */
export interface Group {
	readonly name: string;
	readonly members: readonly string[];
	readonly created_at: number;
	readonly created_by: string;
	readonly version: number;
}

/** What a person asks of one group. */
interface GroupWish {
	readonly name: string;
	readonly members: readonly string[];
	readonly createdBy: string;
	readonly now: number;
	/** The version that the person has seen; another one is `stale`. */
	readonly expectedVersion?: number;
}

type PutGroupOutcome =
	| { readonly ok: true; readonly group: Group; readonly created: boolean }
	| Refusal<"invalid-id" | "name-taken" | "unknown-agent">
	| (Refusal<"stale"> & { readonly group: Group | null });

/** Makes a group, or puts these members in the place of those that it had. All or nothing; twice the same name counts once. */
export async function putGroup(
	transaction: Transaction,
	{ name, members, createdBy, now, expectedVersion }: GroupWish,
): Promise<PutGroupOutcome> {
	const parsed = parseAgentId(name);
	if (!parsed.ok) return refused("invalid-id", `Invalid group name: ${name}`);
	const folded = await findFoldedGroupRow(transaction, name);
	if (folded !== null && textOf(folded, "name") !== name)
		return refused("name-taken", `The group '${textOf(folded, "name")}' differs only in case`);
	const known = await findGroup(transaction, name);
	if (expectedVersion !== undefined && expectedVersion !== known?.version)
		return { ...refused("stale", "The group was changed by someone else"), group: known };
	const wanted = new Set(members);
	const existing = await existingAgentIds(transaction, [...wanted]);
	const missing = [...wanted].find((id) => !existing.has(id));
	if (missing !== undefined) return refused("unknown-agent", `Agent '${missing}' does not exist or is not accessible`);
	await upsertGroupRow(transaction, name, createdBy, now);
	await replaceMemberRows(transaction, name, wanted);
	transaction.touch("group", name);
	const row = await findGroupRow(transaction, name);
	if (row === null) throw new TypeError("a group was not written");
	return { ok: true, group: await groupOf(transaction, row), created: known === null };
}

export async function findGroup(connection: Connection, name: string): Promise<Group | null> {
	const row = await findGroupRow(connection, name);
	return row === null ? null : groupOf(connection, row);
}

/** Groups with their members by name, page by page. */
export async function listGroups(
	connection: Connection,
	{ limit = 100, cursor = null }: { readonly limit?: number; readonly cursor?: string | null } = {},
): Promise<Page<Group>> {
	const rows = await pageOfGroupRows(connection, cursor ?? "", limit + 1);
	const items: Group[] = [];
	for (const row of rows.slice(0, limit)) items.push(await groupOf(connection, row));
	return { items, next_cursor: rows.length > limit ? (items.at(-1)?.name ?? null) : null };
}

/** Ends a group and every edge that names it. */
export async function removeGroup(
	transaction: Transaction,
	name: string,
	expectedVersion?: number,
): Promise<{ readonly ok: true; readonly group: Group } | Refusal<"not-found"> | (Refusal<"stale"> & { readonly group: Group })> {
	const group = await findGroup(transaction, name);
	if (group === null) return refused("not-found", `Group '${name}' does not exist`);
	if (expectedVersion !== undefined && expectedVersion !== group.version)
		return { ...refused("stale", "The group was changed by someone else"), group };
	await deleteGroupRow(transaction, name);
	transaction.touch("group", name);
	return { ok: true, group };
}

/** The names of the groups that an agent is in. */
export async function groupsOf(connection: Connection, agent: string): Promise<readonly string[]> {
	return (await groupRowsOfAgent(connection, agent)).map((row) => textOf(row, "group_name"));
}

async function groupOf(connection: Connection, row: Row): Promise<Group> {
	const name = textOf(row, "name");
	return {
		name,
		members: (await memberRowsOf(connection, name)).map((member) => textOf(member, "agent")),
		created_at: numberOf(row, "created_at"),
		created_by: textOf(row, "created_by"),
		version: numberOf(row, "version"),
	};
}

export async function findGroupRow(connection: Connection, name: string): Promise<Row | null> {
	if (!isKeepable(name)) return null;
	return firstRow(connection, "SELECT * FROM agent_groups WHERE name = ?", [name]);
}

/** The group whose name is this one but for case. */
function findFoldedGroupRow(connection: Connection, name: string): Promise<Row | null> {
	return firstRow(connection, "SELECT * FROM agent_groups WHERE lower(name) = ?", [name.toLowerCase()]);
}

/** Makes the group, or counts up the version of the one that is there. */
function upsertGroupRow(transaction: Transaction, name: string, createdBy: string, now: number): Promise<number> {
	return transaction.run(
		`INSERT INTO agent_groups (name, created_at, created_by, version) VALUES (?, ?, ?, 1)
			ON CONFLICT (name) DO UPDATE SET version = agent_groups.version + 1`,
		[name, now, createdBy],
	);
}

/** Puts these members in the place of those that were there. */
async function replaceMemberRows(transaction: Transaction, name: string, members: Iterable<string>): Promise<void> {
	await transaction.run("DELETE FROM group_members WHERE group_name = ?", [name]);
	for (const agent of members)
		await transaction.run("INSERT INTO group_members (group_name, agent) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, agent]);
}

function memberRowsOf(connection: Connection, name: string): Promise<readonly Row[]> {
	return connection.all("SELECT agent FROM group_members WHERE group_name = ? ORDER BY agent", [name]);
}

function groupRowsOfAgent(connection: Connection, agent: string): Promise<readonly Row[]> {
	return connection.all("SELECT group_name FROM group_members WHERE agent = ? ORDER BY group_name", [agent]);
}

/** The next groups after a name, in the order of names. */
async function pageOfGroupRows(connection: Connection, after: string, limit: number): Promise<readonly Row[]> {
	if (!isKeepable(after)) return [];
	return connection.all("SELECT * FROM agent_groups WHERE name > ? ORDER BY name LIMIT ?", [after, limit]);
}

/** Also ends the edges that name the group. */
function deleteGroupRow(transaction: Transaction, name: string): Promise<number> {
	return transaction.run("DELETE FROM agent_groups WHERE name = ?", [name]);
}
