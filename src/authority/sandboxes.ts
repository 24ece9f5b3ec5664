import { findSandbox, listSandboxes, removeSandbox, type SandboxRecord, type SandboxStats, sandboxStats } from "../agents/index.ts";
import { sandboxRowsOfParent } from "../store/index.ts";
import type { Caller } from "./caller.ts";
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

/** One page of sandboxes. */
export function sandboxes(
	context: Context,
	query: { readonly limit: number; readonly cursor: string | null },
): ReturnType<typeof listSandboxes> {
	return context.store.look((connection) => listSandboxes(connection, query));
}

/** How many agents have a sandbox, and of which kind. */
export function countSandboxes(context: Context): Promise<SandboxStats> {
	return context.store.look((connection) => sandboxStats(connection));
}
