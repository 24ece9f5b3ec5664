import { type Agent, descendantsOf, endAgent, findSandbox } from "../agents/index.ts";
import { undeliverable } from "../messages/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { denyOpenApprovals } from "./deny-open-approvals.ts";
import { ENDED } from "./events.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { mayEnd } from "./may.ts";
import { ownDirectory } from "./own-directory.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { changing, note } from "./work.ts";

/** What ended: the agent last, everything below it first. */
export interface Terminated {
	readonly agent: Agent;
	/** Descendants that ended with it, deepest first. */
	readonly cascaded: readonly string[];
}

/** Ends an agent and all its descendants in one transaction; their directories go when it is durable. */
export async function terminate(context: Context, caller: Caller, id: string): Promise<Outcome<Terminated>> {
	const directories: string[] = [];
	const outcome = await changing<Terminated>(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent } = found.value;
		if (!mayEnd(caller, agent))
			return refuse("not-permitted", `Agent ${id} can be ended by itself, its parent, its owner or an administrator`);
		const below = await descendantsOf(transaction, id);
		for (const one of [...below, agent]) directories.push(...(await endOne(context, transaction, caller, one)));
		return done({ agent, cascaded: below.map((one) => one.id) });
	});
	if (!outcome.ok) return outcome;
	for (const directory of directories) context.storage.remove(directory);
	context.signals.raise(ENDED);
	return outcome;
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
