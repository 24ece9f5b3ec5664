import { CONFINEMENT_LEVELS } from "../../engine/index.ts";
import { findTodoRow } from "../../state/agents/index.ts";
import { anyProfileKept } from "../../state/profiles/index.ts";
import {
	exportAgents,
	exportGrants,
	exportIdentity,
	exportMessages,
	importAgents,
	importGrants,
	importIdentity,
	importMessages,
	readCopiedTables,
	writeCopiedTables,
} from "../../state/snapshots/index.ts";
import { type Connection, type Refusal, type Row, refused, type Transaction, textOf } from "../../store/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { allMcpServers, findMcpServer, type McpServer, type McpTool, saveMcpServer } from "../mcp-servers/server.ts";
import { checkMcpServerId, readMcpServerWish } from "../mcp-servers/wish.ts";
import { isProfileName, keptProfile } from "../profiles/definitions.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { restoreSandboxes } from "../sandboxes/restore.ts";
import { changing, note } from "../work.ts";

/** Everything that the authority knows but the ledger, as plain JSON. */
export interface Snapshot {
	readonly format: 1;
	readonly taken_at: number;
	readonly agents: Awaited<ReturnType<typeof exportAgents>>;
	readonly messages: Awaited<ReturnType<typeof exportMessages>>;
	readonly grants: Awaited<ReturnType<typeof exportGrants>>;
	readonly identity: Awaited<ReturnType<typeof exportIdentity>>;
	/** Absent in snapshots from before there were any. */
	readonly mounts?: readonly CopiedMcpServer[];
	/** Profiles that the store keeps, and shared lists; absent in snapshots of earlier versions. */
	readonly kept?: Awaited<ReturnType<typeof exportKept>>;
}

/** One committed state of everything. */
export async function takeSnapshot(context: Context, caller: Caller): Promise<Outcome<Snapshot>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	const snapshot = await context.store.look(
		async (connection): Promise<Snapshot> => ({
			format: 1,
			taken_at: context.clock.now(),
			agents: await exportAgents(connection),
			messages: await exportMessages(connection),
			grants: await exportGrants(connection),
			identity: await exportIdentity(connection),
			mounts: await exportMcpServers(connection),
			kept: await exportKept(connection),
		}),
	);
	return done(snapshot);
}

/** Puts a snapshot into an empty store, whole or not at all: its agents get directories of this home. */
export async function restoreSnapshot(context: Context, caller: Caller, snapshot: Snapshot): Promise<Outcome<{ readonly agents: number }>> {
	const made: string[] = [];
	const undo = (): void => {
		for (const directory of made.splice(0)) context.storage.remove(directory);
	};
	try {
		const outcome = await changing(context, caller, async (transaction) => {
			// A commit that met another node's is tried again from the start.
			undo();
			const restored = await restore(context, transaction, caller, snapshot);
			if (!restored.ok) return restored;
			const settled = await restoreSandboxes(context, transaction, caller, made);
			return settled.ok ? restored : settled;
		});
		if (!outcome.ok) undo();
		return outcome;
	} catch (error) {
		undo();
		throw error;
	}
}

async function restore(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	snapshot: Snapshot,
): Promise<Outcome<{ readonly agents: number }>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	if (snapshot.format !== 1) return refuse("invalid-request", "The snapshot is of another format");
	const agents = await importAgents(transaction, snapshot.agents);
	if (!agents.ok) return refuse(agents.code, agents.message);
	// Keys name agents.
	const people = await importIdentity(transaction, snapshot.identity);
	if (!people.ok) return refuse(people.code, people.message);
	const messages = await importMessages(transaction, { ...snapshot.messages });
	if (!messages.ok) return refuse(messages.code, messages.message);
	const grants = await importGrants(transaction, { ...snapshot.grants });
	if (!grants.ok) return refuse(grants.code, grants.message);
	const kept = await importKept(transaction, snapshot.kept);
	if (!kept.ok) return refuse(kept.code, kept.message);
	const mounts = await importMcpServers(transaction, snapshot.mounts);
	if (!mounts.ok) return mounts;
	note(context, transaction, caller, { kind: "node", agent: null, request: { action: "restored", agents: agents.agents } });
	return done({ agents: agents.agents });
}

const TABLES = ["profile_versions", "todo_lists"] as const;

/** Profiles with their versions, and the lists of things to do, as a snapshot holds them. */
type KeptCopy = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** What belongs to no agent alone, for a snapshot. */
function exportKept(connection: Connection): Promise<KeptCopy> {
	return readCopiedTables(connection, TABLES);
}

/** Writes it into an empty home; snapshots of earlier versions have none. A refusal leaves a part written: the caller must undo the whole work. */
async function importKept(
	transaction: Transaction,
	copy: unknown,
): Promise<{ readonly ok: true } | Refusal<"invalid-snapshot" | "store-not-empty">> {
	if (copy === undefined) return { ok: true };
	if (typeof copy !== "object" || copy === null) return refused("invalid-snapshot", "'kept' is not an object");
	if (await anyProfileKept(transaction)) return refused("store-not-empty", "A snapshot can only be restored where no profile was written");
	const taken = await takenList(transaction, Reflect.get(copy, "todo_lists"));
	if (taken !== null) return refused("store-not-empty", `${taken} already has a list of things to do`);
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

/** A mounted server in a snapshot. SECURITY: of variables and headers only the names are in it. */
type CopiedMcpServer = Omit<McpServer, "secrets">;

async function exportMcpServers(connection: Connection): Promise<readonly CopiedMcpServer[]> {
	return (await allMcpServers(connection)).map(({ secrets: _, ...mount }) => mount);
}

/** Puts servers back; those that had secrets must be told them again before they are started. */
async function importMcpServers(transaction: Transaction, copied: unknown): Promise<Outcome<number>> {
	if (copied === undefined) return done(0);
	const read = Array.isArray(copied) ? copied.map(readCopy) : [null];
	for (const mount of read) {
		if (mount === null) return refuse("invalid-snapshot", "The snapshot is not whole: a mounted server is not one");
		if ((await findMcpServer(transaction, mount.id)) !== null) return refuse("store-not-empty", `There is a server '${mount.id}' already`);
		await saveMcpServer(transaction, { ...mount, secrets: { env: {}, headers: {}, query: "" } });
	}
	return done(read.length);
}

function readCopy(copied: unknown): CopiedMcpServer | null {
	if (!isObject(copied) || !isObject(copied.definition) || !Array.isArray(copied.tools)) return null;
	const { id, uid, createdAt, createdBy, defined, version, definition, tools } = copied;
	if (typeof id !== "string" || !checkMcpServerId(id).ok || typeof uid !== "string" || !/^mcp_[0-9a-f]{32}$/.test(uid)) return null;
	if (typeof createdBy !== "string" || ![createdAt, defined, version].every(Number.isSafeInteger) || !tools.every(isTool)) return null;
	const { transport, command, args, env, url, headers, profile, level, query } = definition;
	const names = [env ?? [], headers ?? [], args ?? []];
	if ((transport !== "stdio" && transport !== "http") || !names.every(isTexts)) return null;
	const isStdio = transport === "stdio";
	const values = (given: unknown): Record<string, string> => Object.fromEntries((isTexts(given) ? given : []).map((name) => [name, "x"]));
	const wish = readMcpServerWish({
		transport,
		...(typeof command === "string" ? { command } : {}),
		...(isStdio && isTexts(args) ? { args } : {}),
		...(isStdio ? { env: values(env), profile } : { headers: values(headers) }),
		...(typeof url === "string" ? { url } : {}),
		...(CONFINEMENT_LEVELS.some((one) => one === level) ? { level: String(level) } : {}),
	});
	if (!wish.ok) return null;
	const numbers = { createdAt: Number(createdAt), defined: Number(defined), version: Number(version) };
	return { id, uid, createdBy, ...numbers, definition: { ...wish.value.definition, ...(query === true ? { query } : {}) }, tools };
}

function isTool(tool: unknown): tool is McpTool {
	if (!isObject(tool) || typeof tool.name !== "string") return false;
	return [tool.pinned, tool.seen].every((one) => one === null || (isObject(one) && typeof one.digest === "string" && isShown(one.shown)));
}

function isShown(shown: unknown): boolean {
	return isObject(shown) && typeof shown.description === "string" && isObject(shown.inputSchema) && shown.inputSchema.type === "object";
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
