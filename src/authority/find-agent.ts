import { parseAgentId } from "../engine/index.ts";
import { type Agent, findAgent, isShared } from "../state/agents/index.ts";
import type { Connection, Transaction } from "../store/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import type { Known } from "./memory/agents.ts";
import { done, type Outcome, refuse } from "./refusal.ts";

/**
 * The agent if the caller may know of it: administrators and system keys know all, a person what is owned or shared, an agent
 * itself and its own children. Whatever else there is answers as if it did not exist.
 */
export async function findAgentFor(context: Context, transaction: Transaction, caller: Caller, id: string): Promise<Outcome<Known>> {
	const known = await context.known.find(transaction, id);
	return known !== null && (await mayKnow(transaction, caller, known.agent)) ? done(known) : notFound(id);
}

/** The same for those who only look. */
export async function seeAgent(connection: Connection, caller: Caller, id: string): Promise<Outcome<Agent>> {
	const agent = parseAgentId(id).ok ? await findAgent(connection, id) : null;
	return agent !== null && (await mayKnow(connection, caller, agent)) ? done(agent) : notFound(id);
}

/** Whether the caller may know of an agent at all. */
export async function mayKnow(connection: Connection, caller: Caller, agent: Agent): Promise<boolean> {
	const { principal } = caller;
	return knowsOf(caller, agent) || (principal.kind === "person" && (await isShared(connection, agent.id, principal.email)));
}

/** The same without what was shared, which has to be looked up. */
export function knowsOf(caller: Caller, agent: Agent): boolean {
	const { principal } = caller;
	switch (principal.kind) {
		case "system":
			return true;
		case "agent":
			return agent.id === principal.id || agent.parent === principal.id;
		case "person":
			return hasRole(caller, "admin") || agent.owner === principal.email;
	}
}

function notFound(id: string): { readonly ok: false; readonly refusal: { readonly code: string; readonly message: string } } {
	return refuse("not-found", `Agent ${id} not found`);
}
