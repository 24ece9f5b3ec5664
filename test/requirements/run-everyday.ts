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
	{
		id: "sandbox-11a-caches",
		source: "sandbox.md §11a",
		behaviour: "sandbox.caches names the tools whose downloads are kept for the next run of the profile in the workspace; absent is all",
	},
	{
		id: "sandbox-11a-git-identity",
		source: "sandbox.md §11a, threats.md 3 and 18",
		behaviour: "git has the person's name and address by a synthetic ~/.gitconfig, read without running git, and nothing else of theirs",
	},
	{
		id: "sandbox-11a-start-line",
		source: "sandbox.md §11a",
		behaviour: "in a terminal one line at the start names profile, workspace, network and level",
	},
	{
		id: "sandbox-11a-not-found",
		source: "sandbox.md §11",
		behaviour: "a program that is not there is told as not found, with 127 and nothing of the shell that looked for it",
	},
	{
		id: "sandbox-11a-caches-commands",
		source: "sandbox.md §11a",
		behaviour: "writ sandbox caches list|remove",
	},
	{
		id: "threats-19-other-owner",
		source: "threats.md 19",
		behaviour: "what a run plants in a cache is not seen under another profile, in another workspace or with other secrets",
	},
	{
		id: "threats-19-data-only",
		source: "threats.md 19",
		behaviour: "kept are data folders by a table, never programs, configuration, init scripts or _npx, and no link is followed for it",
	},
	{
		id: "threats-19-clean-end",
		source: "threats.md 19",
		behaviour: "a cache is kept only when the run ended without a violation",
	},
];
