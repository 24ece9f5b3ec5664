import type { AgentId } from "../engine/index.ts";
import {
	descendantRowsOf,
	findAgentRow,
	findFoldedId,
	type Refusal,
	refused,
	renameAgentRow,
	rowsWithAcceptFrom,
	sandboxRowsOfParent,
	type Transaction,
	textOf,
	updateAgentRow,
	updateSandboxConfig,
} from "../store/index.ts";
import { type Agent, readAcceptFrom, readAgent } from "./agent.ts";
import { firstMoment, taken } from "./register-agent.ts";

/** The agent under its new id, or why it keeps the old one. */
export type RenameOutcome = { readonly ok: true; readonly agent: Agent } | Refusal<"agent-exists" | "unknown-agent">;

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
