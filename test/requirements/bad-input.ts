/** What the specification says of input that nobody writes in good faith. */
export const BAD_INPUT_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "bad-input-bounded",
		source: "policy.md §4, §11",
		behaviour: "whatever a command holds, the decision takes at most 50 ms of processor time, under every profile and on a real disk",
	},
	{
		id: "bad-input-answer",
		source: "policy.md §4",
		behaviour: "garbage is denied or asked about with a code and a message that can be read, never allowed, and nothing throws",
	},
	{
		id: "bad-input-readable",
		source: "policy.md §4",
		behaviour: "what is allowed is text that bash itself can read, without misleading characters and no longer than 64 KiB",
	},
	{
		id: "bad-input-rules",
		source: "policy.md §2, §11",
		behaviour: "ten thousand rules, or rules of nothing but stars, do not make a decision on a hostile command take longer",
	},
	{
		id: "bad-input-explain",
		source: "policy.md §10",
		behaviour: "explaining a hostile command takes a few decisions' time and no more",
	},
	{
		id: "bad-input-honest",
		source: "policy.md §4",
		behaviour: "long commands of good faith (a file of 60 KiB in a here-document, a hundred commands) are decided by their parts",
	},
];
