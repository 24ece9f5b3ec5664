import { type Agent, descendantsOf, endAgent, findSandbox } from "../agents/index.ts";
import { undeliverable } from "../messages/index.ts";
import type { KeptExports } from "../sandbox/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { denyOpenApprovals } from "./deny-open-approvals.ts";
import { ENDED } from "./events.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { mayEnd } from "./may.ts";
import { ownDirectory } from "./own-directory.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { staleAgent } from "./stale-agent.ts";
import { changing, note } from "./work.ts";

/** What ended: the agent last, everything below it first. */
export interface Terminated {
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
