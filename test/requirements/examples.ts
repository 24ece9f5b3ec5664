import type { Requirement } from "../requirements.ts";

/** What the stories in examples/ must show. */
export const EXAMPLE_REQUIREMENTS: readonly Requirement[] = [
	{
		id: "examples-three-agents",
		source: "wire.md §1, §5",
		behaviour:
			"Three agent processes, each with its own key, collaborate through the server; an edge is revoked in the middle, the next call is denied with the union body and AGENT_PERMISSION_DENIED, the ledger shows it, and nothing is left behind.",
	},
];
