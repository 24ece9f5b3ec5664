const found = (id: string, behaviour: string, source = "policy.md §4, SECURITY.md") => ({ id, source, behaviour });

/** What an attacker found once, and what stands against it now. */
export const FINDING_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	found(
		"finding-10-url",
		"the host of a URL is the one that every client reads; two readings are denied, a spelling outside the closed form is asked about, and real clients reach no other host",
	),
	found(
		"finding-aliases",
		"every list that speaks of a tool under one of its names holds, for single paths, trees and globs",
		"policy.md §1, §2",
	),
	found(
		"finding-bash-binds",
		"what forbids or asks for Bash binds every tool that runs a shell command, and gives none of them",
		"policy.md §2",
	),
	found(
		"finding-15-arguments",
		"a tool that runs commands is refused with an argument that says otherwise where, as what or with which variables they run",
		"policy.md §2",
	),
	found(
		"finding-15-unread",
		"a client that never reads is given a small bound of memory, whatever it sends, and loses nothing when it reads",
		"wire.md §3",
	),
	found("finding-15-crowd", "one agent, and those who do not say who they are, have at most 64 connections", "wire.md §3"),
	found("finding-15-letters", "what looks like another letter is shown by its number on the command line", "SECURITY.md"),
	found("finding-15-once", "a use of a grant is one decision, and the next one finds it used up", "SECURITY.md"),
	found(
		"finding-13-formats",
		"formats with %G, names of formats that are not git's own, and pages of the manual run other programs and are not covered by :*",
	),
	found(
		"finding-14-tables",
		"options of node, cargo, pytest, vitest, jest, tsc, aws, go and curl that write, load or run are not covered by :*",
	),
	found("finding-13-spelled", "git's obligation is set whenever a judged program is git, however it is spelled"),
	found(
		"finding-13-obligation",
		"with the environment of the obligation a repository's helpers do not run, but for those that SECURITY.md names",
	),
];
