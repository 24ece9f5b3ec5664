import type { Facts } from "../engine/index.ts";
import type { Context } from "./context.ts";
import type { Known } from "./known-agents.ts";

/** What every decision about an agent is made with, whatever is asked. */
export function standingFacts({ definitions: { ceiling }, disk }: Context, known: Known, confined = false): Facts {
	return {
		...disk,
		lineage: known.lineage,
		children: known.children,
		depth: known.agent.depth,
		// The list of approvals is open to people as long as the server runs.
		approver: true,
		confined,
		...(ceiling === undefined ? {} : { ceiling }),
	};
}
