import type { AgentId, ConfinementLevel, Writ } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { type Connection, numberOf, type Refusal, refused, storedText, type Transaction, textOf, textOrNull } from "../../store/index.ts";
import { type Agent, type AgentStatus, readAcceptFrom, readAgent, type Stopper } from "./agent.ts";
import {
	type AgentChange,
	childIdsOf,
	descendantRowsOf,
	endAgentRow,
	endedAgentRows,
	findAgentRow,
	findFoldedId,
	renameAgentRow,
	rowsWithAcceptFrom,
	updateAgentRow,
} from "./agent-rows.ts";
import { firstMoment, taken } from "./register-agent.ts";
import { sandboxRowsOfParent, updateSandboxConfig } from "./sandboxes.ts";
import { storedPlaces, storeSealedTerms, storeWish } from "./sealed-terms.ts";

/** What a person can change of an agent without sealing it again. */
export interface AgentUpdate {
	readonly description?: string | null;
	readonly type?: string | null;
	readonly acceptFrom?: readonly string[] | null;
}

/** The agent in its new status, which is not stopped; `null` when there is no such agent. */
export function setStatus(transaction: Transaction, id: string, status: Exclude<AgentStatus, "stopped">): Promise<Agent | null> {
	return change(transaction, id, { status, stopped_by: null });
}

/** The agent, whose program is started so confined; `null` when there is no such agent. */
export function setRunning(transaction: Transaction, id: string, level: ConfinementLevel): Promise<Agent | null> {
	return change(transaction, id, { status: "running", stopped_by: null, level });
}

/** The agent, stopped; `null` when there is no such agent. */
export function stopAgent(transaction: Transaction, id: string, by: Stopper): Promise<Agent | null> {
	return change(transaction, id, { status: "stopped", stopped_by: by });
}

/** The agent with a new description, type or list of accepted senders. */
export function updateAgent(transaction: Transaction, id: string, update: AgentUpdate): Promise<Agent | null> {
	const { description, type, acceptFrom } = update;
	return change(transaction, id, {
		...(description === undefined ? {} : { description: storedText(description) }),
		...(type === undefined ? {} : { type: storedText(type) }),
		...(acceptFrom === undefined ? {} : { accept_from: acceptFrom === null ? null : JSON.stringify(acceptFrom) }),
	});
}

/** The agent under a new writ (and at new places): every descendant is bound by it at its next decision. */
export async function resealAgent(transaction: Transaction, id: string, writ: Writ): Promise<Agent | null> {
	if (writ.agent !== id) throw new WritError("bad-lineage", `The writ of ${writ.agent} is not for ${id}`);
	const sealed = await storeSealedTerms(transaction, writ);
	const wish = await storeWish(transaction, writ);
	return change(transaction, id, { profile: writ.profile, sealed, wish, digest: writ.digest, places: storedPlaces(writ.places) });
}

async function change(transaction: Transaction, id: string, columns: AgentChange): Promise<Agent | null> {
	const row = await updateAgentRow(transaction, id, columns);
	if (row === null) return null;
	transaction.touch("agent", id);
	return readAgent(row);
}

/** The agent under its new id, or why it keeps the old one. */
type RenameOutcome = { readonly ok: true; readonly agent: Agent } | Refusal<"agent-exists" | "unknown-agent">;

/**
 * Gives an agent another id. Children, root, keys, edges, groups, grants, budgets, mailbox and sandbox follow by their
 * foreign keys, and writs take the names of agent and parent from the rows. The places stay: no directory is called by an id.
 * INVARIANT: no terms change, so every digest stays.
 */
export async function renameAgent(transaction: Transaction, from: string, to: AgentId, now: number): Promise<RenameOutcome> {
	const before = await findAgentRow(transaction, from);
	if (before === null) return refused("unknown-agent", `Agent ${from} not found`);
	const twin = await findFoldedId(transaction, to);
	if (twin !== null && twin !== from) return taken(to);
	const below = await descendantRowsOf(transaction, from);
	await renameAgentRow(transaction, from, to, await firstMoment(transaction, to, now));
	await followInLists(transaction, from, to);
	await followInSandboxes(transaction, from, to);
	const { parent } = readAgent(before);
	for (const id of [from, to, ...(parent === null ? [] : [parent]), ...below.map((row) => textOf(row, "id"))])
		transaction.touch("agent", id);
	const after = await findAgentRow(transaction, to);
	return { ok: true, agent: readAgent(after ?? before) };
}

/** Lists of accepted senders name agents in their text. */
async function followInLists(transaction: Transaction, from: string, to: string): Promise<void> {
	for (const row of await rowsWithAcceptFrom(transaction)) {
		const list = readAcceptFrom(row) ?? [];
		if (!list.includes(from)) continue;
		const id = textOf(row, "id");
		await updateAgentRow(transaction, id, { accept_from: JSON.stringify(list.map((name) => (name === from ? to : name))) });
		transaction.touch("agent", id);
	}
}

/** The configuration of a nested sandbox names the parent as it was asked for. */
async function followInSandboxes(transaction: Transaction, from: string, to: string): Promise<void> {
	for (const row of await sandboxRowsOfParent(transaction, to)) {
		const config: unknown = JSON.parse(textOf(row, "config"));
		if (typeof config !== "object" || config === null || Reflect.get(config, "parent_agent_id") !== from) continue;
		await updateSandboxConfig(transaction, textOf(row, "agent"), JSON.stringify({ ...config, parent_agent_id: to }));
	}
}

/** What is remembered of an agent that ended. */
interface EndedAgent {
	readonly uid: string;
	readonly id: string;
	readonly owner: string;
	readonly parent: string | null;
	readonly profile: string;
	readonly digest: string;
	readonly createdAt: number;
	readonly endedAt: number;
}

/**
 * Ends one agent: its row moves to those that ended, and its keys, edges, memberships, grants, approvals, mailbox, shares
 * and sandbox row go with it. The id is free again. `null` when there is no such agent.
 * INVARIANT: children end before their parent; `descendantsOf` gives the order.
 */
export async function endAgent(transaction: Transaction, id: string, now: number): Promise<Agent | null> {
	const row = await findAgentRow(transaction, id);
	if (row === null) return null;
	const [child] = await childIdsOf(transaction, id);
	if (child !== undefined) throw new WritError("bad-lineage", `Agent ${id} cannot end before its child ${child}`);
	const agent = readAgent(row);
	await endAgentRow(transaction, id, now);
	transaction.touch("agent", id);
	if (agent.parent !== null) transaction.touch("agent", agent.parent);
	return agent;
}

/** The agents of an id that ended, the last one first. */
export async function endedAgents(connection: Connection, id: string): Promise<readonly EndedAgent[]> {
	return (await endedAgentRows(connection, id)).map((row) => ({
		uid: textOf(row, "uid"),
		id: textOf(row, "id"),
		owner: textOf(row, "owner"),
		parent: textOrNull(row, "parent"),
		profile: textOf(row, "profile"),
		digest: textOf(row, "digest"),
		createdAt: numberOf(row, "created_at"),
		endedAt: numberOf(row, "ended_at"),
	}));
}
