import type { AgentId } from "../engine/index.ts";
import {
	type Connection,
	countSandboxRows,
	cursorOfKey,
	deleteSandboxRow,
	findSandboxRow,
	insertSandboxRow,
	keyOfCursor,
	numberOf,
	type Page,
	pageOf,
	pageOfSandboxRows,
	type Row,
	type Transaction,
	textOf,
	textOrNull,
} from "../store/index.ts";
import { readId } from "./agent.ts";

/** Where an agent works, as it was made; `config` is what was asked for. */
export interface SandboxRecord {
	readonly agent: AgentId;
	readonly mode: string;
	readonly session: string | null;
	readonly parent: AgentId | null;
	readonly path: string;
	readonly config: unknown;
	readonly createdAt: number;
}

/** How many agents have a sandbox, of which kind, in which session and under which parent. */
export interface SandboxStats {
	readonly total_sandboxes: number;
	readonly isolated: number;
	readonly shared: number;
	readonly nested: number;
	readonly by_session: Readonly<Record<string, number>>;
	readonly by_parent: Readonly<Record<string, number>>;
}

/** The agent's sandbox: the new one, or the one that it has already. */
export async function insertSandbox(transaction: Transaction, sandbox: SandboxRecord): Promise<SandboxRecord> {
	const { config, ...rest } = sandbox;
	const made = await insertSandboxRow(transaction, { ...rest, config: JSON.stringify(config ?? null) });
	if (made > 0) transaction.touch("agent", sandbox.agent);
	return (await findSandbox(transaction, sandbox.agent)) ?? sandbox;
}

/** The sandbox of an agent. */
export async function findSandbox(connection: Connection, agent: string): Promise<SandboxRecord | null> {
	const row = await findSandboxRow(connection, agent);
	return row === null ? null : readSandbox(row);
}

/** Whether there was one to forget. */
export async function removeSandbox(transaction: Transaction, agent: string): Promise<boolean> {
	const removed = (await deleteSandboxRow(transaction, agent)) > 0;
	if (removed) transaction.touch("agent", agent);
	return removed;
}

/** One page of sandboxes in the order of their agents. */
export async function listSandboxes(
	connection: Connection,
	{ limit, cursor }: { readonly limit: number; readonly cursor?: string | null },
): Promise<Page<SandboxRecord>> {
	const rows = await pageOfSandboxRows(connection, keyOfCursor(cursor), limit + 1);
	return pageOf(rows, limit, readSandbox, (row) => cursorOfKey(textOf(row, "agent")));
}

/** The counts of all sandboxes. */
export async function sandboxStats(connection: Connection): Promise<SandboxStats> {
	const modes = await countSandboxRows(connection, "mode");
	const sessions = await countSandboxRows(connection, "session");
	return stats(modes, sessions, await countSandboxRows(connection, "parent"));
}

/** The counts of some sandboxes. */
export function statsOf(sandboxes: readonly SandboxRecord[]): SandboxStats {
	const count = (values: readonly (string | null)[]): Counts =>
		[...Map.groupBy(values, (value) => value)].flatMap(([value, all]) => (value === null ? [] : [[value, all.length] as const]));
	return stats(
		count(sandboxes.map(({ mode }) => mode)),
		count(sandboxes.map(({ session }) => session)),
		count(sandboxes.map(({ parent }) => parent)),
	);
}

type Counts = readonly (readonly [value: string, count: number])[];

function stats(byMode: Counts, bySession: Counts, byParent: Counts): SandboxStats {
	const modes = new Map(byMode);
	return {
		total_sandboxes: [...modes.values()].reduce((sum, count) => sum + count, 0),
		isolated: modes.get("isolated") ?? 0,
		shared: modes.get("shared") ?? 0,
		nested: modes.get("nested") ?? 0,
		by_session: Object.fromEntries(bySession),
		by_parent: Object.fromEntries(byParent),
	};
}

/** A row as a sandbox. */
export function readSandbox(row: Row): SandboxRecord {
	const parent = textOrNull(row, "parent");
	return {
		agent: readId(textOf(row, "agent")),
		mode: textOf(row, "mode"),
		session: textOrNull(row, "session"),
		parent: parent === null ? null : readId(parent),
		path: textOf(row, "path"),
		config: JSON.parse(textOf(row, "config")),
		createdAt: numberOf(row, "created_at"),
	};
}
