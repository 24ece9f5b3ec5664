/** What becomes of agents, their ids, keys and waits. */
export const LIFECYCLE_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "authority-recreate",
		source: "wire.md §2, §8 case 61",
		behaviour: "recreate gives a new sandbox and key and keeps writ, lineage, edges, groups and grants; exports are kept",
	},
	{
		id: "authority-recreate-who",
		source: "wire.md §2, §3",
		behaviour: "people and the own parent recreate an agent; an agent never sees a key",
	},
	{
		id: "authority-history-of-id",
		source: "wire.md §2 Terminate",
		behaviour: "an id that is free again belongs to another agent: its holder and owner see nothing of what the former one did",
	},
	{
		id: "authority-wait-gone",
		source: "wire.md §2",
		behaviour: "a sender that is gone waits no longer, so it is part of no cycle of waits",
	},
	{
		id: "authority-redelivered-node",
		source: "wire.md §2 Messages, Store",
		behaviour: "messages taken at a node that lives are not offered by another one that starts; those of a node that is gone are",
	},
	{
		id: "messages-redelivered-node",
		source: "wire.md §2 Messages, Store",
		behaviour: "on every store, what was taken is offered again only when its node starts again or is gone",
	},
	{
		id: "grant-answers-inherited-ask",
		source: "wire.md §2 Grants and approvals",
		behaviour: "a grant covers its agent alone: it answers an ask that the agent has from its parent, and nothing for parent or child",
	},
	{
		id: "grant-pattern-answers-ask",
		source: "wire.md §2 Grants and approvals",
		behaviour:
			"a grant with a pattern answers an ask for the whole tool when it covers all of the call, and is used only where it is needed",
	},
	{
		id: "messages-conversation",
		source: "wire.md §5 get_chat_history",
		behaviour: "a conversation holds what both said, answers in the agent's place too, and nobody else's words",
	},
	{
		id: "authority-conversation",
		source: "wire.md §2 Messages, §5 get_chat_history",
		behaviour: "people and agents read their own conversation only; what was taken is shown to the agent and its owner",
	},
	{ id: "authority-key-role", source: "wire.md §1, §2", behaviour: "whoever makes a key is told its scope and its person's role" },
	{ id: "socket-moments", source: "wire.md §6", behaviour: "a moment outside of 1970 to 9999 is an error that names its parameter" },
];
