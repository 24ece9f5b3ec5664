import { type Principal, parseAgentId, principalName } from "../../engine/index.ts";
import {
	type Agent,
	type AgentStatus,
	type AgentUpdate,
	renameAgent,
	setStatus,
	stopAgent,
	updateAgent,
} from "../../state/agents/index.ts";
import { endSessionGrants } from "../../state/grants/index.ts";
import { replaceKeys } from "../../state/keys/index.ts";
import { redeliver } from "../../state/messages/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange, mayEnd } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { denyOpenApprovals } from "../grants/approvals.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";

/** Starts over under the same writ: grants for the session end, open questions are denied; everything else is kept. */
export function restart(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Agent>> {
	const work: AgentWork<Agent> = (transaction, { agent }) => beginAgain(context, transaction, caller, agent, "restarted");
	return withAgent(context, caller, id, mayStartAgain, work, expectedVersion);
}

/** The session is over, and what the agent took and did not answer is offered again. */
export async function beginAgain(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: Agent,
	action: "restarted" | "recreated",
): Promise<Outcome<Agent>> {
	await endOfSession(context, transaction, caller, agent);
	await redeliver(transaction, agent.id);
	return moved(context, transaction, caller, agent, agent.status === "stopped" ? "registered" : agent.status, action);
}

/** Lets a stopped agent act again. */
export function start(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Agent>> {
	const work: AgentWork<Agent> = (transaction, { agent }) => moved(context, transaction, caller, agent, "running", "started");
	return withAgent(context, caller, id, mayStartAgain, work, expectedVersion);
}

/** Denies every request of an agent until it is started again; its mailbox still accepts. */
export function stop(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<Agent>> {
	const work: AgentWork<Agent> = async (transaction, { agent }) => {
		await endOfSession(context, transaction, caller, agent);
		return moved(context, transaction, caller, agent, "stopped", "stopped");
	};
	return withAgent(context, caller, id, mayRun, work, expectedVersion);
}

/** A new id for the same agent: children, keys, edges, groups, grants and messages follow. */
export function rename(context: Context, caller: Caller, from: string, to: string, expectedVersion?: number): Promise<Outcome<Agent>> {
	const id = parseAgentId(to);
	if (!id.ok) return Promise.resolve(refuse("invalid-id", `Invalid agent id: ${to}`));
	const work: AgentWork<Agent> = async (transaction) => {
		const renamed = await renameAgent(transaction, from, id.id, context.clock.now());
		if (!renamed.ok) return refuse(renamed.code, renamed.message);
		transaction.touch("agent", from);
		note(context, transaction, caller, {
			kind: "agent",
			agent: to,
			request: { action: "renamed", from },
			writDigest: renamed.agent.digest,
		});
		return done(renamed.agent);
	};
	return withAgent(context, caller, from, mayChange, work, expectedVersion);
}

/** A new key in place of the old one; writ, lineage, edges, groups and grants are kept. */
export function newKey(context: Context, caller: Caller, id: string, expectedVersion?: number): Promise<Outcome<WithKey>> {
	const work: AgentWork<WithKey> = async (transaction, { agent }) => {
		const { value, key } = await replaceKeys(transaction, {
			agent: agent.id,
			createdBy: principalName(caller.principal),
			derivedFrom: null,
			now: context.clock.now(),
		});
		note(context, transaction, caller, { kind: "key", agent: id, request: { action: "rotated", key: key.id } });
		return done({ agent, apiKey: value });
	};
	return withAgent(context, caller, id, mayChange, work, expectedVersion);
}

interface WithKey {
	readonly agent: Agent;
	readonly apiKey: string;
}

/** Changes what people say of an agent; the list of those it hears can only get shorter. */
export function describe(
	context: Context,
	caller: Caller,
	id: string,
	update: AgentUpdate,
	expectedVersion?: number,
): Promise<Outcome<Agent>> {
	const work: AgentWork<Agent> = async (transaction, { agent }) => {
		const { acceptFrom } = update;
		const before = agent.acceptFrom;
		if (acceptFrom !== undefined && before !== null && (acceptFrom === null || acceptFrom.some((sender) => !before.includes(sender))))
			return refuse("escalation", "accept_from can only be tightened");
		const updated = await updateAgent(transaction, id, update);
		if (updated === null) return refuse("not-found", `Agent ${id} not found`);
		note(context, transaction, caller, { kind: "agent", agent: id, request: { action: "described", ...update }, writDigest: agent.digest });
		return done(updated);
	};
	return withAgent(context, caller, id, mayChange, work, expectedVersion);
}

type AgentWork<T> = (transaction: Transaction, known: Known) => Promise<Outcome<T>>;

/** A work on one agent that the caller may know of, do this to, and has seen as it is. */
export function withAgent<T>(
	context: Context,
	caller: Caller,
	id: string,
	may: (caller: Caller, agent: Agent) => boolean,
	work: AgentWork<T>,
	expectedVersion?: number,
): Promise<Outcome<T>> {
	return changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		if (!may(caller, found.value.agent)) return refuse("not-permitted", "Not permitted");
		return staleAgent(found.value.agent, expectedVersion) ?? work(transaction, found.value);
	});
}

/** Operators start and stop what they can see; a parent its own children; an agent never itself. */
function mayRun(caller: Caller, agent: Agent): boolean {
	if (caller.principal.kind === "agent") return caller.principal.id !== agent.id && mayEnd(caller, agent);
	return mayChange(caller, agent) || hasRole(caller, "operator");
}

/** What a person or a system stopped no agent starts again. */
export function mayStartAgain(caller: Caller, agent: Agent): boolean {
	if (!mayRun(caller, agent)) return false;
	return caller.principal.kind !== "agent" || agent.stoppedBy === null || agent.stoppedBy === "agent";
}

async function moved(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: Agent,
	status: AgentStatus,
	action: string,
): Promise<Outcome<Agent>> {
	const changed = await (status === "stopped"
		? stopAgent(transaction, agent.id, stopperOf(caller, agent))
		: setStatus(transaction, agent.id, status));
	if (changed === null) return refuse("not-found", `Agent ${agent.id} not found`);
	note(context, transaction, caller, { kind: "agent", agent: agent.id, request: { action }, writDigest: agent.digest });
	return done(changed);
}

/** SECURITY: an agent that stops what is stopped already does not make the stop its own. */
function stopperOf({ principal: { kind } }: Caller, { stoppedBy }: Agent): Principal["kind"] {
	return kind === "agent" && stoppedBy !== null ? stoppedBy : kind;
}

async function endOfSession(context: Context, transaction: Transaction, caller: Caller, agent: Agent): Promise<void> {
	const now = context.clock.now();
	await endSessionGrants(transaction, agent.id, now);
	await denyOpenApprovals(context, transaction, caller, agent);
}

/** The refusal for a caller that saw an earlier version of an agent; `null` = it saw this one, or did not say. */
export function staleAgent(
	{ version }: Agent,
	expectedVersion: number | undefined,
): Extract<Outcome<never>, { readonly ok: false }> | null {
	if (expectedVersion === undefined || expectedVersion === version) return null;
	return refuse("stale", "The agent was changed by someone else", { retryable: true });
}
