import type { Requirement } from "../requirements.ts";

/** What is promised of REST, MCP and streams of events under load. */
export const HTTP_LOAD_REQUIREMENTS: readonly Requirement[] = [
	{
		id: "wire-7-http",
		source: "wire.md §7",
		behaviour:
			"REST decide is held against /healthz, batches against single decisions, and MCP calls with the permission check against a system's, in one run; a missed bar fails it",
	},
	{
		id: "wire-7-events",
		source: "wire.md §4, §7",
		behaviour: "hundreds of streams of events lose nothing, whoever reads late neither, and what they cost is bounded",
	},
	{
		id: "wire-4-events-together",
		source: "wire.md §2 (Keys), §4",
		behaviour: "many who follow share what is read; a revoked key ends its stream and no other",
	},
	{
		id: "wire-2-wide-log",
		source: "wire.md §2 (Store)",
		behaviour: "the room that a busy database's log takes leaves nothing in the database",
	},
	{
		id: "wire-2-shown-keys",
		source: "wire.md §2 (Keys)",
		behaviour: "a key that is shown often is not looked up each time, and still ends at once with its revocation, its agent, its time",
	},
	{ id: "wire-4-only-named", source: "wire.md §4", behaviour: "members that no shape of an answer names never leave, and null stays null" },
];
