import type { Writ } from "../../engine/index.ts";
import { randomId, WritError } from "../../platform/index.ts";
import { type Connection, type Refusal, refused, storedText, type Transaction } from "../../store/index.ts";
import { type Agent, readAgent } from "./agent.ts";
import { type AgentRow, findAgentRow, findFoldedId, insertAgentRow, lastEndOf } from "./agent-rows.ts";
import { storedPlaces, storeSealedTerms, storeWish } from "./sealed-terms.ts";

/** A new agent: what the caller decides, and the writ that it shall hold. */
export type NewAgent = Omit<Agent, "uid" | "version" | "digest" | "stoppedBy" | "level" | "namedAt"> & { readonly writ: Writ };

/** The agent, or the news that its id is taken. */
export type RegisterOutcome = { readonly ok: true; readonly agent: Agent } | Refusal<"agent-exists">;

/** Makes an agent under a fresh `uid`. Ids that are equal but for case cannot live at the same time. */
export async function registerAgent(transaction: Transaction, given: NewAgent): Promise<RegisterOutcome> {
	if ((await findFoldedId(transaction, given.id)) !== null) return taken(given.id);
	await checkLineage(transaction, given);
	const stored = { sealed: await storeSealedTerms(transaction, given.writ), wish: await storeWish(transaction, given.writ) };
	const namedAt = await firstMoment(transaction, given.id, given.createdAt);
	const made = { ...given, uid: randomId("agent"), version: 1, digest: given.writ.digest, stoppedBy: null, level: null, namedAt };
	const row = agentRow(made, given.writ, stored);
	if ((await insertAgentRow(transaction, row)) === 0) return taken(given.id);
	transaction.touch("agent", given.id);
	// The parent's writ names its children.
	if (given.parent !== null) transaction.touch("agent", given.parent);
	return { ok: true, agent: readAgent(row) };
}

/** An agent as a row. */
function agentRow(agent: Agent, writ: Writ, { sealed, wish }: { readonly sealed: string; readonly wish: string | null }): AgentRow {
	return {
		id: agent.id,
		uid: agent.uid,
		status: agent.status,
		type: storedText(agent.type),
		description: storedText(agent.description),
		owner: agent.owner,
		parent: agent.parent,
		depth: agent.depth,
		root: agent.root,
		profile: agent.profile,
		component: storedText(agent.component),
		sealed,
		wish,
		digest: agent.digest,
		places: storedPlaces(writ.places),
		session: agent.session,
		runner: agent.runner,
		accept_from: agent.acceptFrom === null ? null : JSON.stringify(agent.acceptFrom),
		config: agent.config === null || agent.config === undefined ? null : JSON.stringify(agent.config),
		stopped_by: agent.stoppedBy,
		level: agent.level,
		created_at: agent.createdAt,
		created_by: agent.createdBy,
		named_at: agent.namedAt,
		version: agent.version,
	};
}

/** The moment from which on an id is its new holder's alone. SECURITY: never one in which the holder before it still lived. */
export async function firstMoment(connection: Connection, id: string, now: number): Promise<number> {
	return Math.max(now, ((await lastEndOf(connection, id)) ?? -1) + 1);
}

/** The refusal of an id that is taken. */
export function taken(id: string): Refusal<"agent-exists"> {
	return refused("agent-exists", `Agent ${id} already exists`);
}

/** INVARIANT: root, depth and the names in the writ agree with the parent's row. */
async function checkLineage(transaction: Transaction, { id, parent, depth, root, writ }: NewAgent): Promise<void> {
	const above = parent === null ? null : await findAgentRow(transaction, parent);
	if (parent !== null && above === null) throw new WritError("bad-lineage", `The parent ${parent} of ${id} is not alive`);
	const expected = above === null ? { depth: 0, root: id } : { depth: readAgent(above).depth + 1, root: readAgent(above).root };
	if (depth !== expected.depth || root !== expected.root || writ.agent !== id || writ.parent !== parent)
		throw new WritError("bad-lineage", `Root, depth or writ of ${id} do not fit its parent`);
}
