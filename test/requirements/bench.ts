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
		id: "everyday-friction",
		source: "policy.md §9",
		behaviour:
			"of everyday commands at most 5 % that read (8 % where secrets lie), 20 % that edit and build (8 % confined) are not allowed, and none that is dangerous, reaches a host or prints a blocked file is",
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
	{
		id: "shell-7-trace",
		source: "shell.md §7",
		behaviour: "every program with its words, every file and every directory of a run is read from the trace as it really was",
	},
	{
		id: "shell-7-oracle",
		source: "shell.md §7",
		behaviour:
			"what really happened must be allowed by itself and be among the parts that were judged; what is not is found and made shorter",
	},
	{
		id: "shell-7-sandbox",
		source: "shell.md §7",
		behaviour: "texts run in a sandbox without network, each in a fresh tree, and are ended when they do not end",
	},
	{
		id: "shell-7-rows",
		source: "shell.md §7",
		behaviour: "the generator covers every row of the language and the rest of bash",
	},
	{
		id: "shell-7-exhaustive",
		source: "shell.md §7",
		behaviour: "all texts of the language up to a small size can be listed",
	},
	{
		id: "shell-7-regression",
		source: "shell.md §7",
		behaviour: "a text that a run found is a case from then on",
	},
	{
		id: "shell-7-missing",
		source: "shell.md §7",
		behaviour: "where the tracer or the sandbox is missing the run fails and says how to get it",
	},
];
