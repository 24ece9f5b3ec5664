import { principalName } from "../../engine/index.ts";
import type { CallOutcome, PlainResult, ShownTool } from "../../mcp-client/index.ts";
import { type Caller, hasRole } from "../caller.ts";
import type { Context } from "../context.ts";
import { heldTools, type UsedTool, useTool } from "../decisions/use-tool.ts";
import { rememberServers } from "../memory/mcp-servers.ts";
import type { Refusal } from "../refusal.ts";
import { note, refusePoint } from "../work.ts";
import { isActive, type McpServer, type McpTool } from "./server.ts";

/** A tool of a mounted server, as it was accepted. */
export interface McpToolView extends ShownTool {
	/** `mcp__SERVER__TOOL`. */
	readonly name: string;
}

/** What goes with one call. */
export interface McpToolCall {
	/** Aborted when nobody waits for the result any more. */
	readonly gone: AbortSignal;
	/** Present when the client wants to be told. */
	readonly progress?: (done: number, total?: number, message?: string) => void;
}

/** What a call came to. */
export type McpToolUse =
	| { readonly kind: "answered"; readonly result: PlainResult }
	| { readonly kind: "denied"; readonly used: UsedTool }
	| { readonly kind: "refused"; readonly code: string; readonly message: string };

/**
 * The tools of mounted servers that a caller has: an agent those that its writ gives, an administrator all, nobody else any. A server
 * holds what an administrator gave it, and only a writ says who else may use that.
 */
export async function mountedTools(context: Context, caller: Caller): Promise<readonly McpToolView[]> {
	const active = await activeTools(context);
	if (active.size === 0) return [];
	const names =
		caller.principal.kind === "agent" ? await heldTools(context, caller, [...active.keys()]) : isFor(caller) ? [...active.keys()] : [];
	return names.flatMap((name) => {
		const shown = active.get(name)?.tool.pinned?.shown;
		return shown === undefined ? [] : [{ name, ...shown }];
	});
}

function isFor(caller: Caller): boolean {
	return hasRole(caller, "admin");
}

/** Decides about a call of a mounted tool, and makes it; `null` = there is no such tool for anybody who may know. */
export async function callMounted(
	context: Context,
	caller: Caller,
	name: string,
	input: Readonly<Record<string, unknown>>,
	call: McpToolCall,
): Promise<McpToolUse | null> {
	if (!name.startsWith(PREFIX)) return null;
	const isAgent = caller.principal.kind === "agent";
	// SECURITY: who does not have a tool does not learn whether there is one, and starts no program (test/mcp/gateway/mounts.test.ts).
	if (isAgent && (await heldTools(context, caller, [name])).length === 0) {
		const used = await decided(context, caller, name, input);
		if (used.decision.effect !== "allow") return { kind: "denied", used };
	}
	if (!isAgent && !isFor(caller)) return refuse(context, caller, name, "not-permitted", `Tool '${name}' is disabled by permission policy`);
	const found = await findTool(context, name);
	if (found === null) return null;
	if (!isActive(found.tool)) return quarantined(context, caller, name);
	const reached = await context.mounts.reach(found.mount);
	if (!reached.ok) return refuse(context, caller, name, "server-unavailable", unavailable(caller, found.mount, reached.refusal));
	const live = reached.value;
	await live.settled();
	const room = takeRoom(context, caller, found.mount.id);
	if (room === null) return refuse(context, caller, name, "busy", `The server '${found.mount.id}' is busy: try again later`);
	let outcome: CallOutcome | null = null;
	try {
		const pinned = (await findTool(context, name))?.tool;
		if (pinned === undefined || !isActive(pinned)) return await quarantined(context, caller, name);
		const used = isAgent ? await decided(context, caller, name, input) : await recordCall(context, caller, name);
		if (used !== null && used.decision.effect !== "allow") return { kind: "denied", used };
		// INVARIANT: what runs is what was accepted, at the moment of the call.
		const now = live.seen().get(pinned.name);
		if (now?.digest !== pinned.pinned?.digest || now?.problem !== null) return await quarantined(context, caller, name);
		outcome = await live.call(pinned.name, input, { ...call, milliseconds: timeOf(context, used) });
		if (outcome.ok) return { kind: "answered", result: outcome.result };
		await recordFailure(context, caller, name, outcome.code);
		return { kind: "refused", code: CODES[outcome.code], message: `Tool '${name}': ${outcome.message}` };
	} finally {
		// SECURITY: a caller that gives up at once has made the server start working all the same.
		if (outcome?.ok === false && outcome.code === "cancelled") setTimeout(room, AFTER_GIVING_UP).unref();
		else room();
	}
}

const PREFIX = "mcp__";
const AFTER_GIVING_UP = 1_000;

const CODES = {
	timeout: "deadline",
	"too-large": "too-large",
	ended: "server-unavailable",
	cancelled: "cancelled",
	failed: "tool-failed",
} as const;

interface FoundTool {
	readonly mount: McpServer;
	readonly tool: McpTool;
}

/** INVARIANT: names are made from the pair and looked up whole; they are never taken apart. */
async function allTools(context: Context): Promise<ReadonlyMap<string, FoundTool>> {
	return context.store.record(async (transaction) => toolsOf(await context.knownMounts.all(transaction)));
}

const toolsOf: (servers: ReadonlyMap<string, McpServer>) => ReadonlyMap<string, FoundTool> = rememberServers(
	(servers) =>
		new Map([...servers.values()].flatMap((mount) => mount.tools.map((tool) => [`${PREFIX}${mount.id}__${tool.name}`, { mount, tool }]))),
);

async function activeTools(context: Context): Promise<ReadonlyMap<string, FoundTool>> {
	return new Map([...(await allTools(context))].filter(([, { tool }]) => isActive(tool)));
}

async function findTool(context: Context, name: string): Promise<FoundTool | null> {
	const found = (await allTools(context)).get(name);
	return found === undefined || found.tool.seen === null ? null : found;
}

function decided(context: Context, caller: Caller, tool: string, input: Readonly<Record<string, unknown>>): Promise<UsedTool> {
	return useTool(context, caller, { tool, input });
}

function timeOf({ mountLimits }: Context, used: UsedTool | null): number {
	const seconds = used?.decision.obligations.flatMap((obligation) => (obligation.kind === "timeout" ? [obligation.seconds] : [])) ?? [];
	return Math.min(mountLimits.callMilliseconds, ...seconds.map((one) => one * 1_000));
}

async function quarantined(context: Context, caller: Caller, name: string): Promise<McpToolUse> {
	return refuse(context, caller, name, "tool-quarantined", `Tool '${name}' is new or has changed: a person must review it first`);
}

/** SECURITY: why a server does not run can hold what it said of this machine, which is for administrators. */
function unavailable(caller: Caller, { id }: McpServer, { message, retryAfter }: Refusal): string {
	const why = isFor(caller) ? message : "it is not running";
	return `The server '${id}' is not available: ${why}${retryAfter === undefined ? "" : `; the next try is in ${retryAfter} s`}`;
}

async function refuse(context: Context, caller: Caller, tool: string, code: string, message: string): Promise<McpToolUse> {
	await refusePoint(context, caller, { kind: "tool", tool }, code);
	return { kind: "refused", code, message };
}

/** People have no writ; what they call is recorded all the same. */
async function recordCall(context: Context, caller: Caller, tool: string): Promise<null> {
	await context.store.record(async (transaction) => {
		note(context, transaction, caller, { kind: "mcp", agent: null, request: { action: "called", tool } });
	});
	return null;
}

async function recordFailure(context: Context, caller: Caller, tool: string, failure: string): Promise<void> {
	await context.store.record(async (transaction) => {
		const agent = caller.principal.kind === "agent" ? caller.principal.id : null;
		note(context, transaction, caller, { kind: "mcp", agent, request: { action: "failed", tool, failure } });
	});
}

/** A place among the calls of a server, and how it is given back; `null` = there is none, of all or of this caller. */
function takeRoom({ mountLimits, mountedCalls }: Context, { principal }: Caller, server: string): (() => void) | null {
	const own = `${server} ${principalName(principal)}`;
	const counted = (key: string): number => mountedCalls.get(key) ?? 0;
	if (counted(server) >= mountLimits.callsAtOnce || counted(own) >= mountLimits.callsOfOne) return null;
	for (const key of [server, own]) mountedCalls.set(key, counted(key) + 1);
	return () => {
		for (const key of [server, own])
			if (counted(key) > 1) mountedCalls.set(key, counted(key) - 1);
			else mountedCalls.delete(key);
	};
}
