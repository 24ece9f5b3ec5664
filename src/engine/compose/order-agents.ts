import type { AgentDefinition, Catalog } from "../vocabulary/index.ts";
import { findAgent } from "./find-definition.ts";
import { type Base, type Ordered, orderChain } from "./order-chain.ts";
import { sourceAt } from "./source-at.ts";

/** The agent definitions that make up one agent: those it extends, then itself. */
export function orderAgents(name: string, catalog: Catalog): Ordered<AgentDefinition> {
	const root = findAgent(name, catalog, { path: "agent" });
	if (!root.ok) return { steps: [], problems: [root.problem] };
	return orderChain(root.found, (agent) => basesOf(agent, catalog), { members: "agents", keys: "extends" });
}

function basesOf(agent: AgentDefinition, catalog: Catalog): readonly Base<AgentDefinition>[] {
	return (agent.extends ?? []).map((name, index) => {
		const path = Object.hasOwn(agent.positions, `extends[${index}]`) ? `extends[${index}]` : "extends";
		const place = { path, source: sourceAt(agent, path) };
		return { place, found: findAgent(name, catalog, place) };
	});
}
