/** What the specification says of the bars, and of how they are measured. */
export const BENCH_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "policy-11-workload",
		source: "policy.md §11",
		behaviour:
			"one workload: agents on 10 profiles with 15 tools, 6 path globs, 8 command patterns and 20 targets each, four kinds in equal parts, half denied",
	},
	{
		id: "policy-11-peers",
		source: "policy.md §11",
		behaviour: "writ, CASL, casbin, Cedar and a plain-JS floor give equal answers on the workload",
	},
	{
		id: "policy-11-bars",
		source: "policy.md §11",
		behaviour: "the bars of speed and memory are judged from one run, JSON out, and a missed one fails it",
	},
	{
		id: "policy-11-corpus",
		source: "policy.md §11",
		behaviour: "no attack of the corpora is allowed, at least 99 % of core and 90 % of look-through benign cases are",
	},
	{
		id: "policy-11-fuzz",
		source: "policy.md §11",
		behaviour: "mutated commands and paths never throw, never take more than 50 ms, and added words never make a denied command allowed",
	},
	{
		id: "policy-4-differential",
		source: "policy.md §4",
		behaviour: "what bash really executes of an allowed command is what the rules allow",
	},
];
