/** The closed language of the shell (spec/shell.md). */
export const shellRequirements = [
	{ id: "shell-form", source: "shell.md §1–§4", behaviour: "Each form of the language is understood as itself." },
	{ id: "shell-sh", source: "shell.md §3", behaviour: "sh and dash share some of the forms; every other one asks there." },
	{
		id: "shell-outside",
		source: "policy.md §4",
		behaviour: "What is outside the language asks (command-dynamic), names the construct and says how to write it inside.",
	},
	{
		id: "shell-samples",
		source: "findings/attacks.md, shell.md",
		behaviour: "No text that an attacker or a real shell turned into something else is allowed.",
	},
	{
		id: "shell-known-names",
		source: "shell.md §1",
		behaviour: "A name stands for its literal only if the text binds it once, plainly, at the top, and only behind that place.",
	},
	{
		id: "shell-names",
		source: "shell.md §1",
		behaviour: "Dangerous names are denied in every form that binds; free names reach programs with plain values.",
	},
	{
		id: "shell-places",
		source: "shell.md §3",
		behaviour: "cd carries a set of directories; what follows is judged in each, and in new ones alone only behind && and nothing else.",
	},
	{
		id: "shell-trail",
		source: "shell.md §5",
		behaviour:
			"After a command that may put a link somewhere paths of the same text ask, also before it in one loop, one pipeline or the background.",
	},
	{
		id: "shell-positions",
		source: "shell.md §4",
		behaviour: "A dynamic word stands only at data, or at a path that is granted whole or confined.",
	},
	{ id: "shell-globs", source: "shell.md §2", behaviour: "Patterns are looked up on the disk, hidden names and other cases included." },
	{
		id: "shell-fed-paths",
		source: "shell.md §4",
		behaviour: "find -exec, find -print0 and git ls-files -z hand over paths below their start, exactly in these forms.",
	},
	{
		id: "shell-outsiders",
		source: "policy.md §4",
		behaviour: "Readers that follow links, lists of further files, and copies over links reach nothing that is not granted.",
	},
	{
		id: "shell-mentions",
		source: "policy.md §4",
		behaviour: "A text that is not understood and names what a rule forbids is denied.",
	},
	{
		id: "shell-6-doctor",
		source: "shell.md §6",
		behaviour: "The doctor says that texts are judged for a bash that starts clean, and what of these surroundings is not so.",
	},
];
