import { principalName } from "../../engine/index.ts";
import type { ShownTool } from "../../mcp-client/index.ts";
import { randomId } from "../../platform/index.ts";
import { deleteMcpServerRow } from "../../state/mcp-servers/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import type { LiveServers } from "./live-servers.ts";
import type { LiveServer } from "./open-live-server.ts";
import { removeServer, removeUnlessMounted } from "./sandbox.ts";
import {
	allMcpServers,
	findMcpServer,
	isActive,
	MCP_SERVER,
	type McpServer,
	type McpServerDefinition,
	type McpTool,
	saveMcpServer,
} from "./server.ts";
import { compareTools, pinTools } from "./tools.ts";
import { checkMcpServerId, type McpServerWish, readMcpServerWish } from "./wish.ts";

/** All mounted servers. */
export async function mounts(context: Context, caller: Caller): Promise<Outcome<readonly McpServerView[]>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look(allMcpServers);
	// In one order on every database.
	const sorted = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
	return done(sorted.map((mount) => viewMcpServer(mount, context.mounts)));
}

/** One mounted server. */
export async function mount(context: Context, caller: Caller, id: string): Promise<Outcome<McpServerView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look((connection) => exactly(connection, id));
	return found === null ? absent(id) : done(viewMcpServer(found, context.mounts));
}

/** Ends a server and forgets what was accepted of it. */
export async function dropMount(context: Context, caller: Caller, id: string, expected: number | null = null): Promise<Outcome<true>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const dropped = await changing<McpServer>(context, caller, async (transaction) => {
		const found = await exactly(transaction, id);
		if (found === null) return absent(id);
		if (expected !== null && expected !== found.version) return refuse("stale", "It changed since you saw it");
		await deleteMcpServerRow(transaction, id);
		transaction.touch(MCP_SERVER, id);
		note(context, transaction, caller, { kind: "mcp", agent: null, request: { action: "unmounted", server: id } });
		return done(found);
	});
	if (!dropped.ok) return dropped;
	await context.mounts.end(id);
	removeServer(context, dropped.value.uid);
	return done(true);
}

/** Lists the tools of a server again; a person may do this even while a server that died is being left alone. */
export async function refreshMount(context: Context, caller: Caller, id: string): Promise<Outcome<McpServerView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const found = await context.store.look((connection) => exactly(connection, id));
	if (found === null) return absent(id);
	const refreshed = await context.mounts.refresh(found);
	return refreshed.ok ? mount(context, caller, id) : refreshed;
}

/** What a person says of a tool: that it is accepted as it is now, or that nobody may use it. */
export interface ToolReview {
	readonly digest: string;
	readonly accept: boolean;
}

/**
 * Accepts a tool as it is now, or takes it away.
 * SECURITY: the digest says what the person has looked at; what has changed since then is not accepted.
 */
export async function reviewTool(
	context: Context,
	caller: Caller,
	id: string,
	name: string,
	review: ToolReview,
): Promise<Outcome<McpServerView>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const reviewed = await changing<McpServer>(context, caller, async (transaction) => {
		const found = await exactly(transaction, id);
		const tool = found?.tools.find((one) => one.name === name);
		if (found === null) return absent(id);
		if (tool === undefined || tool.seen === null) return refuse("not-found", `The server '${id}' has no tool '${name.slice(0, 128)}'`);
		if (tool.seen.digest !== review.digest) return refuse("stale", "The tool has changed: look at it again");
		if (review.accept && tool.seen.problem !== null) return refuse("tool-unusable", `It cannot be accepted: ${tool.seen.problem}`);
		const changed = review.accept ? { ...tool, pinned: { digest: tool.seen.digest, shown: tool.seen.shown } } : rejected(tool);
		const tools = found.tools.map((one) => (one === tool ? changed : one));
		const mounted = { ...found, tools, version: found.version + 1 };
		await saveMcpServer(transaction, mounted);
		note(context, transaction, caller, {
			kind: "mcp",
			agent: null,
			request: { action: "reviewed", server: id, tool: name, digest: review.digest, accepted: review.accept },
		});
		return done(mounted);
	});
	return reviewed.ok ? done(viewMcpServer(reviewed.value, context.mounts)) : reviewed;
}

/** One that changed may still become again what was accepted; one that can be called is taken away. */
function rejected(tool: McpTool): McpTool {
	return isActive(tool) ? { ...tool, pinned: null } : tool;
}

async function exactly(connection: Parameters<typeof findMcpServer>[0], id: string): Promise<McpServer | null> {
	const found = await findMcpServer(connection, id.isWellFormed() && !id.includes("\0") ? id : "");
	return found?.id === id ? found : null;
}

function absent(id: string): ReturnType<typeof refuse> {
	return refuse("not-found", `Server ${id.slice(0, 64)} not found`);
}

/** A server that is mounted now; `isNew` = none was under this id before. */
interface PutMcpServer {
	readonly mount: McpServerView;
	readonly isNew: boolean;
}

/**
 * Mounts a server: it is started and its tools are listed before anything is kept, so that what cannot be confined or reached is not
 * mounted. The tools of a new mount are accepted as they are; those of one that is mounted again stay as they were accepted.
 * INVARIANT: of two at once one wins; the other is refused, and its program is ended.
 */
export async function putMount(
	context: Context,
	caller: Caller,
	id: string,
	wish: McpServerWish,
	expected: number | null = null,
): Promise<Outcome<PutMcpServer>> {
	const permitted = mayMount(caller);
	if (!permitted.ok) return permitted;
	const named = checkMcpServerId(id);
	if (!named.ok) return named;
	const read = readMcpServerWish(wish);
	if (!read.ok) return read;
	const before = await context.store.look((connection) => findMcpServer(connection, id));
	const conflict = conflictOf(before, id, expected);
	if (conflict !== null) return conflict;
	const draft: McpServer = {
		id,
		uid: before?.uid ?? randomId("mcp"),
		...read.value,
		tools: before?.tools ?? [],
		createdAt: before?.createdAt ?? context.clock.now(),
		createdBy: before?.createdBy ?? principalName(caller.principal),
		defined: (before?.defined ?? 0) + 1,
		version: (before?.version ?? 0) + 1,
	};
	const begun = await context.mounts.begin(draft);
	if (!begun.ok) {
		await removeUnlessMounted(context, draft.uid);
		return begun;
	}
	const undo = async (): Promise<void> => {
		await begun.value.end();
		await removeUnlessMounted(context, draft.uid);
	};
	const kept = await keep(context, caller, draft, before, begun.value).catch(async (error: unknown) => {
		await undo();
		throw error;
	});
	if (!kept.ok) {
		await undo();
		return kept;
	}
	await context.mounts.install(begun.value);
	// Somebody may have changed it between the commit and now.
	await context.mounts.keepOnly(() => context.store.look(allMcpServers));
	return done({ mount: viewMcpServer(kept.value, context.mounts), isNew: before === null });
}

/** Only an administrator: mounting a server starts a program, and gives it to agents. */
function mayMount(caller: Caller): Outcome<true> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	return hasRole(caller, "admin") ? done(true) : refuse("not-permitted", "Only an administrator mounts servers");
}

function conflictOf(found: McpServer | null, id: string, expected: number | null): ReturnType<typeof refuse> | null {
	if (found !== null && found.id !== id)
		return refuse("server-exists", `There is a server '${found.id}' already, whose id differs only in case`);
	return expected === null || expected === (found?.version ?? 0) ? null : refuse("stale", "It changed since you saw it");
}

async function keep(
	context: Context,
	caller: Caller,
	draft: McpServer,
	before: McpServer | null,
	live: LiveServer,
): Promise<Outcome<McpServer>> {
	const seen = [...live.seen().values()];
	return changing(context, caller, async (transaction) => {
		const found = await findMcpServer(transaction, draft.id);
		if ((found?.uid ?? null) !== (before?.uid ?? null) || (found?.defined ?? 0) !== (before?.defined ?? 0))
			return refuse("stale", "Another change of this server came first");
		const { tools, quarantined } = compareTools(found?.tools ?? [], seen);
		const mount = { ...draft, tools: found === null ? pinTools(seen) : tools, version: (found?.version ?? 0) + 1 };
		await saveMcpServer(transaction, mount);
		record(context, transaction, caller, mount, found === null ? [] : quarantined);
		return done(mount);
	});
}

function record(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ id, definition, tools }: McpServer,
	quarantined: readonly string[],
): void {
	const { transport, command, url, env, headers, profile, level } = definition;
	note(context, transaction, caller, {
		kind: "mcp",
		agent: null,
		// SECURITY: words of a command can hold what is secret, so only the first is kept.
		request: {
			action: "mounted",
			server: id,
			transport,
			...(command === undefined ? { url, header_names: headers } : { command, variable_names: env, profile, level: level ?? null }),
			tools: tools.map(({ name, seen }) => `${name} ${seen?.digest ?? ""}`),
			quarantined,
		},
	});
}

/** A tool as a person reviews it. */
interface ToolView {
	readonly name: string;
	readonly state: "active" | "quarantined";
	readonly digest: string;
	/** As it is now. */
	readonly current: ShownTool | null;
	/** As it was accepted, when that is something else. */
	readonly accepted: ShownTool | null;
	readonly problem: string | null;
}

/** A mounted server as a person sees it: of secrets the names. */
export interface McpServerView extends McpServerDefinition {
	readonly id: string;
	readonly state: "running" | "stopped" | "failed";
	readonly problem: string | null;
	readonly tools: readonly ToolView[];
	readonly created_at: number;
	readonly created_by: string;
	readonly version: number;
}

function viewMcpServer({ id, definition, tools, createdAt, createdBy, version }: McpServer, live: LiveServers): McpServerView {
	return {
		id,
		...definition,
		...live.stateOf(id),
		tools: tools.flatMap(viewTool),
		created_at: createdAt,
		created_by: createdBy,
		version,
	};
}

function viewTool(tool: McpTool): readonly ToolView[] {
	const { name, seen, pinned } = tool;
	if (seen === null) return [];
	const active = isActive(tool);
	return [
		{
			name,
			state: active ? "active" : "quarantined",
			digest: seen.digest,
			current: seen.shown,
			accepted: active ? null : (pinned?.shown ?? null),
			problem: seen.problem,
		},
	];
}
