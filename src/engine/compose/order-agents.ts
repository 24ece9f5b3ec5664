import type { AgentDefinition, Catalog, Problem } from "../vocabulary/index.ts";
import { findAgent, type Place } from "./find-definition.ts";
import { sourceAt } from "./source-at.ts";

const DEEPEST = 64;

/** The agent definitions that make up one agent: what it builds on from left to right, depth first, then itself. */
export function orderAgents(
	name: string,
	catalog: Catalog,
): { readonly agents: readonly AgentDefinition[]; readonly problems: readonly Problem[] } {
	const agents: AgentDefinition[] = [];
	const problems: Problem[] = [];

	const visit = (wanted: string, trail: readonly string[], place: Place): void => {
		if (agents.some((agent) => agent.name === wanted)) return;
		if (trail.includes(wanted)) {
			const members = [...trail.slice(trail.indexOf(wanted)), wanted].join(" → ");
			problems.push({
				severity: "error",
				code: "cycle",
				message: `agents build on themselves: ${members}`,
				hint: "remove one of them from extends",
				...place,
			});
			return;
		}
		if (trail.length >= DEEPEST) {
			problems.push({
				severity: "error",
				code: "too-large",
				message: `agents build on each other more than ${DEEPEST} levels deep`,
				...place,
			});
			return;
		}
		const outcome = findAgent(wanted, catalog, place);
		if (!outcome.ok) {
			problems.push(outcome.problem);
			return;
		}
		const agent = outcome.found;
		(agent.extends ?? []).forEach((base, index) => {
			const path = Object.hasOwn(agent.positions, `extends[${index}]`) ? `extends[${index}]` : "extends";
			visit(base, [...trail, wanted], { path, source: sourceAt(agent, path) });
		});
		agents.push(agent);
	};

	visit(name, [], { path: "agent" });
	return { agents, problems };
}
