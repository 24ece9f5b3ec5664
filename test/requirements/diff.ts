/** What `diffWrits` promises. */
export const DIFF_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{ id: "diff-command", source: "policy.md §10", behaviour: "a difference of command rules has a command as its witness" },
	{ id: "diff-path", source: "policy.md §10", behaviour: "a difference of path lists has a path as its witness" },
	{ id: "diff-host", source: "policy.md §10", behaviour: "a difference of host lists has a host as its witness" },
	{ id: "diff-both-ways", source: "policy.md §10", behaviour: "diff says what B newly allows and what it newly forbids" },
	{
		id: "diff-denials",
		source: "policy.md §10",
		behaviour: "rules that forbid or ask, and paths and hosts that are blocked, are compared too",
	},
	{ id: "diff-values", source: "policy.md §10", behaviour: "limits, flags, modes and targets are compared, with the numbers" },
	{ id: "diff-witnesses", source: "policy.md §10", behaviour: "every witness is answered differently by the two writs" },
	{ id: "diff-complete", source: "web.md, Places 6", behaviour: "writs without a difference decide every request alike" },
	{ id: "diff-source", source: "policy.md §1", behaviour: "a change says where the entry was written" },
];
