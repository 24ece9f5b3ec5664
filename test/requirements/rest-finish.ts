/** What came last to REST: profiles, the map, the doctor, the reference page, and what an attack found. */
export const REST_FINISH_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "wire-4-profiles-put",
		source: "wire.md §4",
		behaviour: "PUT /v1/profiles/{name} needs a reason, writes a version, is recorded, and holds for agents made afterwards",
	},
	{
		id: "wire-4-profiles-problems",
		source: "wire.md §4, §6",
		behaviour: "A profile is read and composed as files are; its problems come all at once, with pointers",
	},
	{ id: "wire-4-profiles-versions", source: "wire.md §4", behaviour: "Versions are listed with who and why, and can be rolled back to" },
	{
		id: "wire-4-profiles-shipped",
		source: "DESIGN.md §5 layers",
		behaviour: "A shipped profile is replaced visibly, and it is said whether the new one allows more",
	},
	{
		id: "wire-4-profiles-one-place",
		source: "DESIGN.md §5 layers",
		behaviour: "A name is defined in one place of the person's layer: a file or the store; two count for nothing",
	},
	{ id: "wire-4-profiles-dependents", source: "policy.md §1", behaviour: "A change that breaks what builds on a profile is refused" },
	{ id: "wire-4-profiles-person", source: "wire.md §1", behaviour: "Only administrators change profiles" },
	{ id: "wire-4-profiles-kept", source: "wire.md §2", behaviour: "Profiles and shared lists are in snapshots and survive a restart" },
	{ id: "wire-4-profiles-nodes", source: "DESIGN.md §6", behaviour: "A profile that was written at one node holds at every other one" },
	{ id: "wire-4-map", source: "wire.md §4, web.md", behaviour: "GET /v1/map shows the agents as a graph, only what the caller may see" },
	{ id: "wire-4-doctor", source: "wire.md §4", behaviour: "GET /v1/doctor says what writ doctor --json says, to administrators" },
	{ id: "wire-4-recreate-key", source: "wire.md §2, §4", behaviour: "Recreate shows the new key to the owner and administrators alone" },
	{
		id: "wire-4-reference",
		source: "issue 5, Deliver 1",
		behaviour: "The OpenAPI document as a page of our own, offline, under a strict policy",
	},
	{ id: "wire-4-agents", source: "wire.md §4", behaviour: "Lists of agents have the members of one agent; reach names the edge" },
	{ id: "wire-4-approval-request", source: "wire.md §4", behaviour: "POST /v1/approvals takes a rule or a request" },
	{ id: "wire-4-rate-batch", source: "wire.md §4 Rate", behaviour: "Each decision of a batch counts as a request" },
	{
		id: "wire-5-twins",
		source: "wire.md, first paragraph",
		behaviour: "A rule about one name of an act binds its other names, routes and events",
	},
	{
		id: "wire-2-spawn-foreign",
		source: "wire.md §1 uniform denial",
		behaviour: "An agent that wishes for the id of another's is told what a reserved id is, and that agent's history stays its own",
	},
	{
		id: "authority-session-untold",
		source: "wire.md §1 uniform denial",
		behaviour: "An agent that names a session of another owner is answered as if the name were free, and joins nothing of it",
	},
	{ id: "authority-session-forgotten", source: "wire.md §5", behaviour: "The shared list of a session ends with the session" },
	{ id: "injection-expiry", source: "wire.md §5 Injection", behaviour: "An edge that ends by itself is out of the file within 2 s" },
	{ id: "cli-edge-words", source: "issue 5, Deliver 6", behaviour: "writ edge allow and block" },
	{ id: "cli-key-words", source: "issue 5, Deliver 6", behaviour: "writ key revoke and rotate find a key by what a person calls it" },
	{ id: "cli-open-browser", source: "web.md", behaviour: "writ open opens the link, and nobody else can read it" },
];
