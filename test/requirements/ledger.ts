/** What the specification says of the ledger and of the events that it stands for. */
export const LEDGER_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "wire-2-ledger-chain",
		source: "wire.md §2",
		behaviour: "(node, seq) has no gaps; hash = SHA-256(previous hash ‖ canonical record)",
	},
	{ id: "wire-2-ledger-record", source: "wire.md §2", behaviour: "a record has exactly the members that are listed" },
	{ id: "wire-2-ledger-kinds", source: "wire.md §2", behaviour: "the kinds of records are the eighteen that are listed" },
	{ id: "wire-2-ledger-head", source: "wire.md §2", behaviour: "each commit renews the node's signed head and appends it to heads.jsonl" },
	{ id: "wire-2-ledger-key", source: "wire.md §2", behaviour: "the signing key is outside the database, 0600" },
	{ id: "wire-2-ledger-before-answer", source: "wire.md §2", behaviour: "the record is committed before the answer leaves" },
	{ id: "wire-2-ledger-unwritable", source: "wire.md §2", behaviour: "what cannot be recorded fails" },
	{ id: "wire-2-ledger-redaction", source: "wire.md §2", behaviour: "secrets are redacted" },
	{ id: "wire-2-ledger-content", source: "wire.md §2", behaviour: "message content is kept as digest unless ledger.content is full" },
	{
		id: "wire-2-ledger-verify",
		source: "wire.md §2, §8 case 69, DESIGN.md §2 promise 6",
		behaviour:
			"verify names the first bad (node, seq) and the fault: edited, deleted, reordered, truncated, bad-signature; derived columns included",
	},
	{
		id: "wire-2-ledger-retention",
		source: "wire.md §2, §8 case 70",
		behaviour: "retention replaces an old prefix by a signed record; verify still holds",
	},
	{
		id: "ledger-aside",
		source: "wire.md §2, §7",
		behaviour:
			"many records at once are committed by another thread, in one chain; when it fails or ends, nothing is lost and nothing allowed",
	},
	{
		id: "ledger-failed-commit",
		source: "wire.md §2, DESIGN.md §2 promise 6",
		behaviour: "after a commit that failed, or whose answer was lost, the chain goes on exactly where the database ends",
	},
	{
		id: "ledger-short-records",
		source: "wire.md §2",
		behaviour: "of a request above 16 KiB a record keeps the short members, the size and the digest",
	},
	{
		id: "ledger-missing-files",
		source: "wire.md §2, DESIGN.md §2 promise 6",
		behaviour: "verify names a file of the ledger that is missing, emptied, garbled or made again, and nothing is silently made again",
	},
	{
		id: "ledger-retain-past",
		source: "wire.md §2",
		behaviour: "retention takes nothing that is not past, and never the newest record",
	},
	{ id: "wire-2-ledger-nodes", source: "wire.md §2, DESIGN.md §6", behaviour: "each node has its own chain, and each verifies" },
	{
		id: "wire-2-ledger-query",
		source: "wire.md §4, DESIGN.md §5",
		behaviour: "records are found by agent, kind, effect, point, code, time, correlation",
	},
	{ id: "wire-2-ledger-follow", source: "wire.md §3, DESIGN.md §5", behaviour: "followers hear each record after its commit, in order" },
	{ id: "wire-2-ledger-resume", source: "wire.md §4", behaviour: "a follower that comes back goes on without loss" },
	{ id: "wire-4-ledger-export", source: "wire.md §4", behaviour: "export as jsonl, csv and ocsf" },
	{
		id: "wire-3-emitted",
		source: "wire.md §3",
		behaviour: "records stand for the events that are really emitted, each with agent_id, by, correlation_id",
	},
	{ id: "wire-3-delegate", source: "wire.md §3", behaviour: "permission:delegate carries parent_id, child_id and writ_digest" },
	{ id: "design-2-one-record", source: "DESIGN.md §2 promise 6", behaviour: "every decision has exactly one record" },
];
