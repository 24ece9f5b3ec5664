import { parseEmail, principalName } from "../../engine/index.ts";
import { addShare, listShares, removeShare, type Share } from "../../state/agents/index.ts";
import { ensurePerson } from "../../state/keys/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor, seeAgent } from "../find-agent.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";

/** Shows an agent to another person, who may then read it and write to it. */
export function share(context: Context, caller: Caller, agent: string, address: string): Promise<Outcome<Share>> {
	return changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return found;
		const { owner, id } = found.value.agent;
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can share an agent");
		const parsed = parseEmail(address);
		if (!parsed.ok) return refuse("invalid-email", parsed.why);
		if (parsed.email === owner) return refuse("invalid-request", "An agent cannot be shared with its owner");
		const now = context.clock.now();
		const person = await ensurePerson(transaction, parsed.email, "user", now);
		if (!person.ok) return refuse(person.code, person.message);
		const shared = await addShare(transaction, {
			agent: id,
			email: parsed.email,
			sharedBy: principalName(caller.principal),
			createdAt: now,
		});
		if (!shared.ok) return refuse(shared.code, shared.message);
		note(context, transaction, caller, { kind: "agent", agent: id, request: { action: "shared", with: parsed.email } });
		return done(shared.share);
	});
}

/** Takes a share back; whether there was one. */
export function unshare(context: Context, caller: Caller, agent: string, address: string): Promise<Outcome<boolean>> {
	return changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, agent);
		if (!found.ok) return found;
		if (!mayChange(caller, found.value.agent)) return refuse("not-permitted", "Only the owner can share an agent");
		const removed = await removeShare(transaction, agent, address);
		if (removed) note(context, transaction, caller, { kind: "agent", agent, request: { action: "unshared", with: address } });
		return done(removed);
	});
}

/** With whom an agent is shared. */
export function shares(context: Context, caller: Caller, agent: string): Promise<Outcome<readonly Share[]>> {
	return context.store.look(async (connection) => {
		const seen = await seeAgent(connection, caller, agent);
		return seen.ok ? done(await listShares(connection, agent)) : seen;
	});
}
