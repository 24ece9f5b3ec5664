import type { ConfinementLevel, Writ } from "../engine/index.ts";
import { WritError } from "../platform/index.ts";
import { type AgentChange, storedText, type Transaction, updateAgentRow } from "../store/index.ts";
import { type Agent, type AgentStatus, readAgent, type Stopper } from "./agent.ts";
import { storeSealedGrant, storeWish } from "./sealed-grant.ts";
import { storedPlaces } from "./stored-places.ts";

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
	const sealed = await storeSealedGrant(transaction, writ);
	const wish = await storeWish(transaction, writ);
	return change(transaction, id, { profile: writ.profile, sealed, wish, digest: writ.digest, places: storedPlaces(writ.places) });
}

async function change(transaction: Transaction, id: string, columns: AgentChange): Promise<Agent | null> {
	const row = await updateAgentRow(transaction, id, columns);
	if (row === null) return null;
	transaction.touch("agent", id);
	return readAgent(row);
}
