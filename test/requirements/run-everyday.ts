/** What the specification says of ordinary work inside `writ run`, and the attacks on it that were tried. */
export const RUN_EVERYDAY_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "sandbox-11a-home",
		source: "sandbox.md §11a",
		behaviour: "HOME and /tmp are directories on disk, 0700, made for the run and removed after it; /dev/shm stays 64 MB of memory",
	},
	{
		id: "sandbox-11a-home-counted",
		source: "sandbox.md §11a",
		behaviour: "what is written into HOME and /tmp counts in max_total_size_mb",
	},
	{
		id: "sandbox-11a-home-swept",
		source: "sandbox.md §11a",
		behaviour: "after kill -9 the home and /tmp of a run are removed by the next run of the agent or by a sweep",
	},
	{
		id: "sandbox-11a-limits-told",
		source: "sandbox.md §11a",
		behaviour: "what ran full, was killed or limited is one line on stderr at the end and an entry of violations",
	},
];
