/** What attacks on the tables found, and what holds since (spec/policy.md §4). */
export const programsFoundRequirements: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	[
		"derived",
		"a file whose name the program makes itself (unpacked, packed, backup, copy in a directory, piece, object, patch) is checked as written",
	],
	["settings", "`git config` covers no setting that makes git run a program or read another file unless the rule holds key and value"],
	["remotes", "refspecs that move local branches, repositories on this machine, unknown refspecs, `git-<name>` and `gh -R` must be named"],
	["tools", "options of further programs that write, load, run, send or rewrite are known, also without operands"],
	["reads", "what prints the content of a whole tree asks where something below is blocked; names that git expands itself count"],
	["tables", "further options and spellings that read, write or start a program, each tried with the real one, are known"],
	["stored", "git prints what it tracks only where no blocked file lies in that part of the repository, whatever an object is called"],
	[
		"links",
		"what writes names that nobody spells out is asked about where a link that stands there leads out; what follows links is judged so",
	],
	["compilers", "options of compilers that are joined to their value or spelled otherwise, and words that may be `@file`, are known"],
	["transfers", "what curl and wget make of an address, a form or a name is known, or asked about"],
	["readers", "what reads trees, lists or other roots is judged by what it reads"],
	[
		"closed",
		"options that nobody listed, tails behind `--` and names that a program completes ask, where an option can run, load, read or write",
	],
	["ordinary", "the usual script names of package managers need no rule of their own"],
].map(([id = "", behaviour = ""]) => ({ id: `programs-found-${id}`, source: "policy.md §4", behaviour }));
