import type { Requirement } from "../requirements.ts";

/** Rules as people write them. */
export const RULES: readonly Requirement[] = [
	{
		id: "rules-free-names",
		source: "shell.md §1",
		behaviour: "A closed table says which variables may be set before a command, and to which values.",
	},
	{
		id: "rules-contains-stars",
		source: "policy.md §7",
		behaviour: "A pattern with stars or variables that counts as contained covers nothing that what contains it does not cover.",
	},
	{
		id: "rules-forms",
		source: "policy.md §2",
		behaviour:
			"Every form in which Claude Code writes a rule means the same here, never more where it allows and never less where it forbids or asks.",
	},
	{
		id: "rules-corpus",
		source: "policy.md §2",
		behaviour:
			"Of the rules of public settings at least 97 % load, of each kind; what a client cut out of a longer text is reported and left out.",
	},
	{
		id: "rules-hints",
		source: "policy.md §2",
		behaviour: "A rule that cannot be read is named together with the nearest form that can.",
	},
	{
		id: "rules-canonical",
		source: "policy.md §2",
		behaviour:
			"What a rule becomes reads as the same rule again, whatever its form, and proposed rules mean the command that they were made of.",
	},
	{
		id: "rules-wide-denials",
		source: "policy.md §2",
		behaviour: "A rule that forbids or asks about a path holds for every tool and every program that touches it.",
	},
	{
		id: "rules-fast",
		source: "policy.md §11",
		behaviour: "A pattern with many stars is matched in time that grows with the words, not with the ways to place them.",
	},
];
