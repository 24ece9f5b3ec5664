import type { Agent } from "../agents/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import type { SeenConnection } from "./launch/run-network.ts";
import { maySupervise } from "./may.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { note, recording } from "./work.ts";

/** Records a connection of a sandbox that ended, or one that its proxy refused. */
export function recordConnection(context: Context, caller: Caller, id: string, seen: SeenConnection): Promise<Outcome<true>> {
	return recording(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		if (!maySupervise(caller, found.value.agent))
			return refuse("not-permitted", "Only the owner and the parent of an agent record its connections");
		noteConnection(context, transaction, caller, found.value.agent, seen);
		return done(true as const);
	});
}

/** The record of a connection, for whoever is known to supervise the agent. */
export function noteConnection(context: Context, transaction: Transaction, caller: Caller, agent: Agent, seen: SeenConnection): void {
	const { event, form, host, port, address, code, sentBytes, receivedBytes } = seen;
	note(context, transaction, caller, {
		kind: "sandbox",
		agent: agent.id,
		request: {
			action: event === "ended" ? "connection" : "refused",
			form,
			host,
			port,
			address,
			sent: sentBytes,
			received: receivedBytes,
		},
		...(event === "refused" ? { effect: "deny" as const, code } : {}),
		writDigest: agent.digest,
	});
}
