/** What `explain` and the public library promise. */
export const EXPLAIN_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "explain-all-steps",
		source: "policy.md §3",
		behaviour: "explain shows all steps of a decision, also those after the first denial",
	},
	{ id: "explain-data", source: "DESIGN.md §5", behaviour: "explain gives text and data: every part, rule and layer" },
	{ id: "explain-source", source: "policy.md §10", behaviour: "explain says which rule decided and where it was written" },
	{ id: "explain-provenance", source: "policy.md §1", behaviour: "every grant keeps its provenance through to explain" },
	{
		id: "explain-nearest",
		source: "policy.md §10",
		behaviour: "explain names the nearest rule that would allow the request, and the rule really does",
	},
	{ id: "explain-accepted", source: "policy.md §10", behaviour: "what explain proposes is what writ check accepts" },
	{
		id: "explain-asks-once",
		source: "policy.md §10",
		behaviour: "an explanation asks the disk and the comparison of a wish once for each thing",
	},
	{ id: "explain-no-launcher", source: "policy.md §4", behaviour: "a remedy never proposes a launcher or an interpreter" },
	{
		id: "explain-final",
		source: "DESIGN.md §2.2",
		behaviour: "where deny beats everything, explain says that nothing allows it and where the denial was written",
	},
	{
		id: "explain-ancestors",
		source: "DESIGN.md §2.3",
		behaviour: "what an ancestor does not hold is only allowed when its writ is changed too",
	},
	{ id: "explain-ceiling", source: "DESIGN.md §5", behaviour: "the ceiling bounds everything: no remedy goes beyond it" },
	{ id: "explain-same-answer", source: "web.md, Places 2", behaviour: "the explanation's answer is the decision" },
	{ id: "explain-never-throws", source: "DESIGN.md §2.4", behaviour: "whatever is asked, explain answers" },
	{
		id: "explain-hostile",
		source: "web.md, Tests",
		behaviour: "hostile text in a request or definition cannot forge a line of the explanation",
	},
	{
		id: "library-attenuate",
		source: "DESIGN.md §5",
		behaviour: "attenuate(parentWrit, wish) gives the child's writ or the list of escalations; clamp gives the meet",
	},
	{
		id: "library-spawn",
		source: "DESIGN.md §5",
		behaviour: "decide compares the wish of a spawn with the writ, and with what its ancestors still hold",
	},
];
