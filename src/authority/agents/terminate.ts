import type { KeptExports } from "../../sandbox/index.ts";
import { type Agent, descendantsOf, endAgent, findSandbox, listAgents } from "../../state/agents/index.ts";
import { edgesOf, groupsOf } from "../../state/edges/index.ts";
import { listApprovals, liveGrantsOf } from "../../state/grants/index.ts";
import { isActive, listKeys } from "../../state/keys/index.ts";
import { queuedCount, undeliverable } from "../../state/messages/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, mayEnd } from "../caller.ts";
import type { Context } from "../context.ts";
import { mayUse } from "../decisions/may-use.ts";
import { findAgentFor, mayKnow, seeAgent } from "../find-agent.ts";
import { denyOpenApprovals } from "../grants/approvals.ts";
import { ENDED } from "../records/events.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { ownDirectory } from "../sandboxes/directories.ts";
import { changing, note } from "../work.ts";
import { staleAgent } from "./lifecycle.ts";

/** What ended: the agent last, everything below it first. */
interface Terminated {
	readonly agent: Agent;
	/** Descendants that ended with it, deepest first. */
	readonly cascaded: readonly string[];
}

/** Ends an agent and all its descendants in one transaction; their directories go when it is durable. */
export async function terminate(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Terminated>> {
	const directories: EndedSandbox[] = [];
	const outcome = await changing<Terminated>(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent } = found.value;
		if (!mayEnd(caller, agent))
			return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
		const stale = staleAgent(agent, expectedVersion);
		if (stale !== null) return stale;
		const { cascaded, ended } = await endWithDescendants(context, transaction, caller, agent);
		directories.push(...ended);
		return done({ agent, cascaded });
	});
	if (!outcome.ok) return outcome;
	await clearAway(context, directories);
	return outcome;
}

/** A directory whose agent has ended. */
export interface EndedSandbox {
	readonly agent: string;
	readonly directory: string;
	/** The own directory of the parent that lives on. */
	readonly parent: string | null;
}

/** Ends an agent and everything below it inside a work; what is left on the disk is for `clearAway`, when the work is durable. */
export async function endWithDescendants(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: Agent,
): Promise<{ readonly cascaded: readonly string[]; readonly ended: readonly EndedSandbox[] }> {
	const below = await descendantsOf(transaction, agent.id);
	const above = agent.parent === null ? null : await findSandbox(transaction, agent.parent);
	const ended: EndedSandbox[] = [];
	for (const one of [...below, agent]) {
		// What ends together leaves its exports to nobody: its parent's directory goes too.
		const parent = one === agent && above !== null ? (ownDirectory(above)[0] ?? null) : null;
		for (const directory of await endOne(context, transaction, caller, one)) ended.push({ agent: one.id, directory, parent });
	}
	return { cascaded: below.map((one) => one.id), ended };
}

/** Keeps the exports of agents that have ended, and removes their directories. */
export async function clearAway(context: Context, ended: readonly EndedSandbox[]): Promise<readonly KeptExports[]> {
	context.signals.raise(ENDED);
	const kept: KeptExports[] = [];
	for (const { agent, directory, parent } of ended) {
		kept.push(await keepExports(context, agent, directory, parent));
		await remove(context, directory);
	}
	return kept;
}

/** What cannot be removed now is left to the next sweep. */
async function remove(context: Context, directory: string): Promise<void> {
	try {
		await context.storage.clear(directory);
	} catch (error) {
		context.log(`${directory} was not removed: ${error instanceof Error ? error.message : String(error)}`);
	}
}

async function keepExports(context: Context, agent: string, directory: string, parent: string | null): Promise<KeptExports> {
	try {
		return await context.storage.end(directory, { agent, parent });
	} catch (error) {
		// A full disk must not keep an agent from ending.
		context.log(`the exports of ${agent} were not kept: ${error instanceof Error ? error.message : String(error)}`);
		return { path: null, files: 0, left: 0 };
	}
}

/** Ends one agent inside a work; its keys, edges, memberships, grants and approvals go with its row. */
async function endOne(context: Context, transaction: Transaction, caller: Caller, agent: Agent): Promise<readonly string[]> {
	const now = context.clock.now();
	const sandbox = await findSandbox(transaction, agent.id);
	await denyOpenApprovals(context, transaction, caller, agent);
	for (const message of await undeliverable(transaction, agent.id)) {
		note(context, transaction, caller, {
			kind: "message",
			agent: agent.id,
			request: { action: "undeliverable", message: message.id },
		});
	}
	await endAgent(transaction, agent.id, now);
	note(context, transaction, caller, {
		kind: "terminate",
		agent: agent.id,
		request: { action: "terminated", uid: agent.uid, parent: agent.parent },
		writDigest: agent.digest,
	});
	if (sandbox === null) return [];
	note(context, transaction, caller, {
		kind: "sandbox",
		agent: agent.id,
		request: { action: "removed", mode: sandbox.mode },
	});
	return ownDirectory(sandbox);
}

/** Which agents: by name, by pattern (`*` and `?`), by age, by definition, or all. */
interface Selection {
	readonly ids?: readonly string[];
	readonly pattern?: string;
	readonly olderThanHours?: number;
	readonly component?: string;
	readonly all?: boolean;
}

interface TerminatedMany {
	readonly succeeded: readonly string[];
	readonly failed: readonly { readonly agent_id: string; readonly error: string }[];
}

/** The agents that ending the selected ones would end, cascade included; refused as ending would be. */
export async function selectForTermination(context: Context, caller: Caller, selection: Selection): Promise<Outcome<readonly string[]>> {
	return context.store.look(async (connection) => {
		const chosen = await select(context, connection, caller, selection);
		if (chosen.length === 0) return refuse("no-match", "No agents match");
		const all = new Set<string>();
		for (const id of chosen) {
			const seen = await seeAgent(connection, caller, id);
			if (!seen.ok) return seen;
			if (!mayEnd(caller, seen.value))
				return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
			for (const one of [...(await descendantsOf(connection, id)), seen.value]) all.add(one.id);
		}
		return done([...all]);
	});
}

/** Ends the selected agents, each with its descendants; one that fails does not keep the others. */
export async function terminateMany(context: Context, caller: Caller, selection: Selection): Promise<Outcome<TerminatedMany>> {
	const chosen = await context.store.look((connection) => select(context, connection, caller, selection));
	if (chosen.length === 0) return refuse("no-match", "No agents match");
	const succeeded: string[] = [];
	const failed: { agent_id: string; error: string }[] = [];
	for (const id of chosen) {
		// A parent that ended before took it along.
		if (succeeded.includes(id)) continue;
		const permitted = await mayUse(context, caller, { tool: "delete_agent", subject: id, held: false });
		const outcome = permitted.ok ? await terminate(context, caller, id) : permitted;
		if (outcome.ok) succeeded.push(...outcome.value.cascaded, id);
		else failed.push({ agent_id: id, error: outcome.refusal.message });
	}
	return done({ succeeded, failed });
}

const PAGE = 1_000;

async function select(context: Context, connection: Connection, caller: Caller, selection: Selection): Promise<readonly string[]> {
	if (selection.ids !== undefined) return selection.ids;
	const { pattern, olderThanHours, component, all } = selection;
	if (pattern === undefined && olderThanHours === undefined && component === undefined && all !== true) return [];
	const chosen: string[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof listAgents>> = await listAgents(connection, {
			...(pattern === undefined ? {} : { pattern }),
			...(olderThanHours === undefined ? {} : { olderThan: context.clock.now() - olderThanHours * 3_600_000 }),
			...(component === undefined ? {} : { component }),
			limit: PAGE,
			cursor,
		});
		for (const agent of page.items) {
			if ((await mayKnow(connection, caller, agent)) && mayEnd(caller, agent)) chosen.push(agent.id);
		}
		cursor = page.next_cursor;
	} while (cursor !== null);
	return chosen;
}

/** What ends when an agent ends. */
interface Impact {
	readonly agent: string;
	/** Deepest first. */
	readonly descendants: readonly string[];
	readonly edges_in: readonly string[];
	readonly edges_out: readonly string[];
	readonly keys: number;
	readonly grants: number;
	readonly approvals: number;
	readonly queued_messages: number;
	readonly groups: readonly string[];
}

/** What ending an agent would end, its descendants included; refused as ending would be. */
export function impact(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Impact>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, id);
		if (!seen.ok) return seen;
		if (!mayEnd(caller, seen.value))
			return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
		const stale = staleAgent(seen.value, expectedVersion);
		if (stale !== null) return stale;
		const descendants = (await descendantsOf(connection, id)).map((agent) => agent.id);
		const all = [...descendants, id];
		const counts = { keys: 0, grants: 0, approvals: 0, queued_messages: 0 };
		for (const one of all) {
			const now = context.clock.now();
			counts.keys += (await listKeys(connection, { agent: one, limit: 1_000 })).items.filter((key) => isActive(key, now)).length;
			counts.grants += (await liveGrantsOf(connection, one, now)).length;
			counts.approvals += (await listApprovals(connection, { agent: one, status: "pending", limit: 1_000 })).items.length;
			counts.queued_messages += await queuedCount(connection, one);
		}
		return done({ agent: id, descendants, ...(await edgesOfAll(connection, all)), ...counts, groups: await groupsOf(connection, id) });
	});
}

/** The other ends of the edges that go: those between two that end are in both lists. */
async function edgesOfAll(
	connection: Connection,
	ids: readonly string[],
): Promise<{ readonly edges_in: readonly string[]; readonly edges_out: readonly string[] }> {
	const into = new Set<string>();
	const out = new Set<string>();
	for (const id of ids) {
		const edges = await edgesOf(connection, id);
		for (const { source } of edges.in) into.add(source);
		for (const { target } of edges.out) out.add(target);
	}
	return { edges_in: [...into].toSorted(), edges_out: [...out].toSorted() };
}
