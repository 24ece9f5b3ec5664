import {
	findSandbox,
	listAgents,
	listSandboxes,
	removeSandbox,
	type SandboxRecord,
	type SandboxStats,
	sandboxStats,
	statsOf,
} from "../agents/index.ts";
import { type Connection, sandboxRowsOfParent } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor, seeAgent } from "./find-agent-for.ts";
import { mayChange } from "./may.ts";
import { ownDirectory } from "./own-directory.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { SandboxWish } from "./session-directory.ts";
import { spawn } from "./spawn.ts";
import { changing, note } from "./work.ts";

/** The sandbox of an agent; an unknown id becomes an agent on `restricted`, and one that has a sandbox keeps it. */
export async function createSandbox(context: Context, caller: Caller, agent: string, wish: SandboxWish): Promise<Outcome<SandboxRecord>> {
	const existing = await sandbox(context, caller, agent);
	if (existing.ok) return existing;
	const { parent_agent_id: parent, session_id: session } = wish;
	const spawned = await spawn(context, caller, {
		id: agent,
		profile: "restricted",
		sandbox: wish,
		...(parent === undefined || wish.mode !== "nested" ? {} : { parent }),
		...(session === undefined ? {} : { session }),
	});
	return spawned.ok ? done(spawned.value.sandbox) : spawned;
}

/** The sandbox that an agent has. */
export function sandbox(context: Context, caller: Caller, agent: string): Promise<Outcome<SandboxRecord>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, agent);
		const found = seen.ok ? await findSandbox(connection, agent) : null;
		return found === null ? refuse("no-sandbox", `No sandbox found for agent: ${agent}`) : done(found);
	});
}

/** Takes an agent's sandbox away; whether there was one. Refused while nested children live, unless forced. */
export async function dropSandbox(context: Context, caller: Caller, agent: string, force: boolean): Promise<Outcome<boolean>> {
	const directories: string[] = [];
	const outcome = await changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return done(false);
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can modify agent permissions");
		const existing = await findSandbox(transaction, agent);
		if (existing === null) return done(false);
		if (!force && (await sandboxRowsOfParent(transaction, agent)).length > 0)
			return refuse("sandbox-in-use", `Agent ${agent} has nested sandboxes: end them first, or use force`);
		await removeSandbox(transaction, agent);
		directories.push(...ownDirectory(existing));
		note(context, transaction, caller, { kind: "sandbox", agent, request: { action: "removed", mode: existing.mode } });
		return done(true);
	});
	if (outcome.ok) for (const directory of directories) context.storage.remove(directory);
	return outcome;
}

/** One page of the sandboxes that the caller may see. */
export function sandboxes(context: Context, caller: Caller, query: PageQuery): ReturnType<typeof listSandboxes> {
	return context.store.look((connection) => (seesAll(caller) ? listSandboxes(connection, query) : sandboxesOf(connection, caller, query)));
}

/** How many of the agents that the caller may see have a sandbox, and of which kind. */
export function countSandboxes(context: Context, caller: Caller): Promise<SandboxStats> {
	return context.store.look(async (connection) => {
		if (seesAll(caller)) return sandboxStats(connection);
		const counted: SandboxRecord[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof listSandboxes>> = await sandboxesOf(connection, caller, { limit: PAGE, cursor });
			counted.push(...page.items);
			cursor = page.next_cursor;
		} while (cursor !== null);
		return statsOf(counted);
	});
}

interface PageQuery {
	readonly limit: number;
	readonly cursor: string | null;
}

const PAGE = 1_000;

function seesAll(caller: Caller): boolean {
	return caller.principal.kind === "system" || hasRole(caller, "admin");
}

/** Sandboxes of the agents that are a person's own or shared with them; agents are shown none. */
async function sandboxesOf(connection: Connection, { principal }: Caller, query: PageQuery): ReturnType<typeof listSandboxes> {
	if (principal.kind !== "person") return { items: [], next_cursor: null };
	const page = await listAgents(connection, { ...query, accessibleTo: principal.email });
	const items: SandboxRecord[] = [];
	for (const { id } of page.items) {
		const found = await findSandbox(connection, id);
		if (found !== null) items.push(found);
	}
	return { ...page, items };
}
