/** What holds when lists are compared that are long or hostile (ADR 30). */
export const BOUNDED_LISTS_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "bounded-lists-sizes",
		source: "policy.md §7",
		behaviour: "long and hostile lists are compared in bounded work, with the right answer, and what is cut down is accepted strictly",
	},
	{ id: "bounded-lists-plain-fast", source: "policy.md §7", behaviour: "thousands of plain paths are looked up and not searched" },
	{ id: "bounded-lists-exact", source: "policy.md §7", behaviour: "lists of a size that people write are compared exactly" },
	{
		id: "bounded-lists-refused",
		source: "policy.md §7",
		behaviour: "an entry that is too complex to compare is an escalation that says so and how to cure it",
	},
	{
		id: "bounded-lists-meet",
		source: "policy.md §7",
		behaviour: "lists that are too complex to compare are both kept, so that the meet is never wider than either",
	},
	{
		id: "bounded-lists-diff",
		source: "policy.md §7",
		behaviour: "a diff tells every difference in bounded work, those that could not be compared or tried as such",
	},
	{
		id: "bounded-lists-load",
		source: "policy.md §1",
		behaviour: "more paths than make sense are a problem with its place and a hint when the profile is read",
	},
];
