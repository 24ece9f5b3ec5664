/** What an attacker from outside found at REST. */
export const REST_ATTACK_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "wire-4-stale-life",
		source: "wire.md §4 Lists",
		behaviour: "A stale If-Match keeps an agent from being ended, renamed, started, stopped, restarted, recreated and given a key",
	},
	{
		id: "wire-4-stale-permissions",
		source: "wire.md §4 Lists",
		behaviour: "Trinity's permissions have an ETag, and a stale If-Match changes none of them",
	},
	{ id: "wire-6-null", source: "wire.md §6", behaviour: "A body that is null, an array or a number is 400 at every route" },
	{ id: "wire-4-cursor", source: "wire.md §4 Lists, §6", behaviour: "A cursor that is not one is 400 at every list, in the same words" },
	{
		id: "wire-4-permission-right",
		source: "wire.md §4 Trinity routes",
		behaviour: "A caller that may not change an agent's permissions is told so, and not what they are",
	},
	{
		id: "wire-1-shared-sees",
		source: "wire.md §1",
		behaviour: "Whoever an agent is shared with learns of no other agent by its reach or its edges",
	},
	{
		id: "wire-4-one-host",
		source: "wire.md §4 Page",
		behaviour: "A foreign name in the address and a second Host are refused like a foreign Host",
	},
];
