import type { Facts, SpawnRequest, Terms, Writ } from "../vocabulary/index.ts";
import type { ExplainedStep } from "./explanation.ts";
import { judgeDimension } from "./judge-dimension.ts";

/** Every step of the wish for a child. */
export function explainSpawn(writ: Writ, terms: Terms, request: SpawnRequest, facts: Facts): readonly ExplainedStep[] {
	const { spawn_agents, spawn } = terms.capabilities;
	const only = (kept: Partial<Terms["capabilities"]["spawn"]>, may = true): Terms => ({
		...terms,
		capabilities: { ...terms.capabilities, spawn_agents: may, spawn: { max_children: null, max_depth: null, profiles: null, ...kept } },
	});
	const unbounded: Facts = { escalations: () => [] };
	const { max_children, max_depth, profiles } = spawn;
	return [
		judgeDimension(writ, request, facts, {
			name: "may spawn",
			passes: "the agent may spawn agents",
			codes: ["spawn-not-allowed"],
			terms: only({}, spawn_agents),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "children",
			passes: "there is room for another child",
			codes: ["spawn-not-allowed"],
			terms: only({ max_children }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "depth",
			passes: "the chain is not too deep",
			codes: ["depth-exceeded"],
			terms: only({ max_depth }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "profile",
			passes: profiles === null ? "any profile may be spawned" : "the profile may be spawned",
			codes: ["spawn-not-allowed"],
			terms: only({ profiles }),
			facts: unbounded,
		}),
		judgeDimension(writ, request, facts, {
			name: "escalation",
			passes: "the child stays within this agent's writ",
			codes: ["escalation"],
			terms: only({}),
		}),
	];
}
