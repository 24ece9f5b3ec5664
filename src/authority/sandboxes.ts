import { findSandbox, listAgents, listSandboxes, type SandboxRecord } from "../agents/index.ts";
import { agentsSharing, type Connection } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { seeAgent } from "./find-agent-for.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import type { SandboxWish } from "./session-directory.ts";
import { spawn } from "./spawn.ts";

/** The sandbox of an agent; an unknown id becomes an agent on `restricted`, and one that has a sandbox keeps it. */
export async function createSandbox(context: Context, caller: Caller, agent: string, wish: SandboxWish): Promise<Outcome<SandboxRecord>> {
	const existing = await sandbox(context, caller, agent);
	if (existing.ok) return existing;
	const seen = await context.store.look((connection) => seeAgent(connection, caller, agent));
	if (seen.ok)
		return refuse("agent-exists", `Agent ${agent} lives and its sandbox was removed: writ agent recreate ${agent} gives it a new one`);
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

/** A sandbox with all agents that work in it. */
export interface ListedSandbox extends SandboxRecord {
	readonly agents: readonly string[];
}

/** One page of the sandboxes that the caller may see; a shared one is listed once, at the first of its agents. */
export function sandboxes(
	context: Context,
	caller: Caller,
	query: PageQuery,
): Promise<{ readonly items: readonly ListedSandbox[]; readonly next_cursor: string | null }> {
	return context.store.look(async (connection) => {
		const page = await (seesAllSandboxes(caller) ? listSandboxes(connection, query) : sandboxesOf(connection, caller, query));
		const items: ListedSandbox[] = [];
		for (const sandbox of page.items) {
			const agents = await agentsIn(connection, caller, sandbox);
			if (agents[0] === sandbox.agent) items.push({ ...sandbox, agents });
		}
		return { ...page, items };
	});
}

/** The agents that work in a sandbox, as far as the caller may know of them. */
async function agentsIn(connection: Connection, caller: Caller, { agent, mode, session }: SandboxRecord): Promise<readonly string[]> {
	if (mode !== "shared" || session === null) return [agent];
	const all = await agentsSharing(connection, session);
	if (seesAllSandboxes(caller)) return all;
	const seen: string[] = [];
	for (const id of all) if ((await seeAgent(connection, caller, id)).ok) seen.push(id);
	return seen;
}

interface PageQuery {
	readonly limit: number;
	readonly cursor: string | null;
}

/** Whether every sandbox may be shown to the caller. */
export function seesAllSandboxes(caller: Caller): boolean {
	return caller.principal.kind === "system" || hasRole(caller, "admin");
}

/** Sandboxes of the agents that are a person's own or shared with them; agents are shown none. */
export async function sandboxesOf(connection: Connection, { principal }: Caller, query: PageQuery): ReturnType<typeof listSandboxes> {
	if (principal.kind !== "person") return { items: [], next_cursor: null };
	const page = await listAgents(connection, { ...query, accessibleTo: principal.email });
	const items: SandboxRecord[] = [];
	for (const { id } of page.items) {
		const found = await findSandbox(connection, id);
		if (found !== null) items.push(found);
	}
	return { ...page, items };
}
