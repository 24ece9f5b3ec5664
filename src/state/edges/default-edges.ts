import { assertNever } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import { storedText, type Transaction } from "../../store/index.ts";
import { agentIdsOfOwner, existingAgentIds, insertEdgeRow } from "./edge-rows.ts";
import { touchEdge } from "./edges.ts";

/** Who a new agent may talk to at once: the setting `edges.default`. */
export type DefaultEdgesPolicy = "lineage" | "none" | "same-owner";

/** A new agent and those around it. */
export interface NewAgent {
	readonly agent: string;
	/** The agent that spawned it; `null` when a person did. */
	readonly parent: string | null;
	/** The other agents of its owner; only looked at under `same-owner`. */
	readonly siblings: readonly string[];
	readonly policy: DefaultEdgesPolicy;
	readonly grantedBy: string;
	readonly now: number;
}

/** As `defaultEdges`, for an agent that is registered already; the owner's other agents are looked up when they matter. */
export async function connectNewAgent(
	transaction: Transaction,
	{ owner, ...agent }: Omit<NewAgent, "siblings" | "grantedBy"> & { readonly owner: string },
): ReturnType<typeof defaultEdges> {
	const siblings = agent.policy === "same-owner" ? await agentIdsOfOwner(transaction, owner) : [];
	return defaultEdges(transaction, { ...agent, siblings, grantedBy: "system:edges" });
}

/** Makes the allow edges that a new agent begins with, both ways, and answers the pairs. What stands there already stays. */
export async function defaultEdges(
	transaction: Transaction,
	{ agent, parent, siblings, policy, grantedBy, now }: NewAgent,
): Promise<readonly { readonly source: string; readonly target: string }[]> {
	const others = new Set(othersOf(policy, parent, siblings));
	others.delete(agent);
	const existing = await existingAgentIds(transaction, [...others]);
	const made: { readonly source: string; readonly target: string }[] = [];
	for (const other of others) {
		if (!existing.has(other)) continue;
		for (const [source, target] of [
			[agent, other],
			[other, agent],
		] as const) {
			const count = await insertEdgeRow(transaction, {
				...{ id: randomId("edge"), source, target, effect: "allow", expires_at: null, rate_count: null, rate_seconds: null },
				...{ granted_by: grantedBy, reason: storedText(`edges.default: ${policy}`), created_at: now },
			});
			if (count === 0) continue;
			touchEdge(transaction, source, target);
			made.push({ source, target });
		}
	}
	return made;
}

function othersOf(policy: DefaultEdgesPolicy, parent: string | null, siblings: readonly string[]): readonly string[] {
	const lineage = parent === null ? [] : [parent];
	switch (policy) {
		case "none":
			return [];
		case "lineage":
			return lineage;
		case "same-owner":
			return [...lineage, ...siblings];
		default:
			return assertNever(policy);
	}
}
