import type { Requirement } from "../requirements.ts";

/** What the engine sees of the disk: directories listed, globs expanded, trees searched. */
export const diskRequirements: readonly Requirement[] = [
	{
		id: "list-names",
		source: "DESIGN.md §5",
		behaviour: "A directory is listed by names: files, directories and links apart; one that cannot be listed is unknown.",
	},
	{ id: "list-bounded", source: "DESIGN.md §5", behaviour: "A directory with more entries than the bound is unknown." },
	{
		id: "list-remembered",
		source: "DESIGN.md §5",
		behaviour: "A listing that is given again is what reading the directory again would give, whatever changed in between.",
	},
	{
		id: "glob-as-bash",
		source: "shell.md §2",
		behaviour: "A glob is looked up on the disk as bash with dotglob and nocaseglob expands it.",
	},
	{
		id: "glob-negated",
		source: "shell.md §2",
		behaviour: "`[!a]` finds what bash finds with nocaseglob and without it: under nocaseglob alone it would find less.",
	},
	{
		id: "glob-unknown",
		source: "shell.md §2",
		behaviour: "A pattern that shells read differently, a directory that cannot be listed, or too many names: it is not told.",
	},
	{ id: "glob-listed", source: "shell.md §2", behaviour: "Every directory that a glob looks through is named, since it must be readable." },
	{
		id: "enter-linked",
		source: "shell.md §3 cd",
		behaviour: "Entering a directory tells whether a link is passed, or `..` is left where the working directory is not the physical one.",
	},
	{
		id: "tree-blocked",
		source: "policy.md §4 Programs",
		behaviour:
			"A recursive reader passes where the tree holds no blocked file at any depth; else it is asked about, naming the file that is there.",
	},
	{ id: "tree-unknown", source: "policy.md §4 Programs", behaviour: "A tree with a directory that cannot be listed is unknown: ask." },
	{
		id: "tree-bounded",
		source: "policy.md §4 Programs",
		behaviour: "A tree that is too large or too deep to look through is unknown: ask.",
	},
	{ id: "tree-listed-once", source: "policy.md §4 Programs", behaviour: "A directory is listed once in a decision." },
	{ id: "tree-granted", source: "policy.md §5", behaviour: "A recursive reader reads nothing below that no grant covers." },
	{
		id: "tree-view",
		source: "policy.md §4 Programs",
		behaviour: "A reader that leaves names out is not asked about them, and links count only for one that follows them.",
	},
	{
		id: "memory-removable",
		source: "HOUSE.md §4.1",
		behaviour: "With and without the memory of answers every answer to random requests is the same.",
	},
	{
		id: "memory-off",
		source: "HOUSE.md §4.2, §7",
		behaviour: "With every memory of the process off, every answer to the corpora and to random requests is the same, and every law holds.",
	},
	{
		id: "memory-one-door",
		source: "HOUSE.md §7",
		behaviour:
			"Only files called memory remember anything, all of them by one memo, and the page about costs lists each with what empties it.",
	},
];
