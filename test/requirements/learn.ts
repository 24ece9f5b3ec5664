/** What the specification says of learning from the ledger and of replaying it. */
export const LEARN_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "learn-smallest",
		source: "policy.md §10",
		behaviour: "learn makes the smallest profile that allows what was really done and approved, as a diff to review",
	},
	{
		id: "replay-changes",
		source: "policy.md §10",
		behaviour: "replay tries a candidate definition over the recorded decisions: what would change, counts and examples",
	},
	{
		id: "learn-one-life",
		source: "policy.md §10, wire.md §2",
		behaviour:
			"learn and replay of an agent look at what it did since its birth, under its former names too, and at no other agent of its id",
	},
	{ id: "learn-previews", source: "DESIGN.md §6", behaviour: "previews are not recorded" },
];
