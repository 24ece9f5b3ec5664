/** What the specification says of who lives, whose child, holding which writ. */
export const AGENTS_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "wire-1-agent-ids",
		source: "wire.md §1",
		behaviour: "agent ids follow one grammar: no '..', no dot at the end, 64 characters at most",
	},
	{ id: "wire-1-reserved-ids", source: "wire.md §1", behaviour: "reserved words are not ids, in upper or lower case" },
	{ id: "wire-1-case-twins", source: "wire.md §1", behaviour: "ids equal but for case cannot coexist; comparison is exact" },
	{ id: "wire-1-accessible", source: "wire.md §1", behaviour: "a person's agents are those they own and those shared with them" },
	{
		id: "wire-2-agent-row",
		source: "wire.md §2, §4",
		behaviour: "an agent is kept with everything given, and each change counts its version",
	},
	{ id: "wire-2-uid", source: "wire.md §2", behaviour: "the id of a terminated agent is free again under a new uid" },
	{ id: "wire-2-lineage", source: "wire.md §2", behaviour: "root, parent and depth of every agent agree" },
	{ id: "wire-2-status", source: "wire.md §2", behaviour: "a living agent is registered, running or stopped" },
	{
		id: "wire-2-writ-read-back",
		source: "wire.md §2",
		behaviour: "a writ read from the store decides and explains as the one that was sealed",
	},
	{ id: "wire-2-shared-grants", source: "wire.md §7", behaviour: "agents of one grant share one stored row and one object" },
	{ id: "wire-2-digest-holds", source: "wire.md §2", behaviour: "a stored writ whose terms do not hash to its digest is refused" },
	{ id: "wire-2-reseal", source: "wire.md §2", behaviour: "a re-seal gives a new digest" },
	{
		id: "wire-2-terminate-order",
		source: "wire.md §2",
		behaviour: "termination goes deepest first, and what belongs to an agent goes with it",
	},
	{
		id: "wire-2-rename",
		source: "wire.md §2, §8 (61)",
		behaviour: "rename moves children, root, keys, sandbox and names, keeps uid and digests",
	},
	{
		id: "wire-2-snapshot",
		source: "wire.md §2, §8 (62)",
		behaviour: "a snapshot in an empty home gives equal uid, root, parent, depth, digest, places",
	},
	{ id: "wire-2-snapshot-checked", source: "wire.md §2", behaviour: "a snapshot that is not sound is refused and nothing is written" },
	{
		id: "wire-2-agent-filters",
		source: "wire.md §3",
		behaviour: "agents are selected by owner, status, parent, pattern, age, component, session",
	},
	{ id: "wire-3-sandbox-idempotent", source: "wire.md §3", behaviour: "sandbox:create is idempotent" },
	{
		id: "wire-3-sandbox-stats",
		source: "wire.md §3, §8 (18)",
		behaviour: "statistics count sandboxes by mode, session and parent",
	},
	{ id: "wire-4-agent-cursor", source: "wire.md §4, §8 (40)", behaviour: "a cursor walk during inserts has no gap and no double" },
	{ id: "wire-4-shares", source: "wire.md §4", behaviour: "an agent is shared with a person once, until it is taken back" },
	{ id: "wire-7-agent-pages", source: "wire.md §7", behaviour: "a page of agents is found by an index" },
	{ id: "wire-7-agents-everywhere", source: "wire.md §2 (Store)", behaviour: "agents and keys behave the same on every store" },
];
