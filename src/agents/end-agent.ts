import { WritError } from "../platform/index.ts";
import {
	type Connection,
	childIdsOf,
	endAgentRow,
	endedAgentRows,
	findAgentRow,
	numberOf,
	type Transaction,
	textOf,
	textOrNull,
} from "../store/index.ts";
import { type Agent, readAgent } from "./agent.ts";

/** What is remembered of an agent that ended. */
export interface EndedAgent {
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
