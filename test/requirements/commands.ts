/** What the command walk promises (spec/policy.md §4). */
export const commandRequirements = [
	{
		id: "command-every-part",
		source: "policy.md §4",
		behaviour:
			"Every simple command must be allowed: lists, pipelines, groups, subshells, loops, conditions, functions, traps, background parts, substitutions, here-documents, arithmetic.",
	},
	{
		id: "command-static-word",
		source: "policy.md §4",
		behaviour: "The command word must be static; with a slash it matches only a pattern with the same path.",
	},
	{
		id: "command-disallowed-anywhere",
		source: "policy.md §4",
		behaviour:
			"Disallowed rules match on the base name, after global options, wrappers, quoting, backslashes and aliases, whatever the order of options.",
	},
	{
		id: "command-made-entries",
		source: "policy.md §5",
		behaviour:
			"Paths are judged by what the disk shows before the text runs, so a path through what an earlier part may have copied, moved, linked or unpacked is asked.",
	},
	{
		id: "command-prefix-rule",
		source: "policy.md §2",
		behaviour: "Bash(git status:*) is an argv prefix and Bash(npm test) the exact argv, both on words after quote removal.",
	},
	{
		id: "command-dangerous-option",
		source: "policy.md §4",
		behaviour:
			"A prefix never covers an option that runs, loads, redirects, changes or writes; abbreviations, clusters, joined and repeated values count; written in the pattern it is covered.",
	},
	{
		id: "command-launcher",
		source: "policy.md §4",
		behaviour:
			"Launchers are looked through when their inner command is static, else not allowed; a rule for a launcher does not cover what it launches.",
	},
	{
		id: "command-assignment",
		source: "policy.md §4",
		behaviour:
			"Assignments before a command: safe names pass, names that change what runs are denied also alone or exported, unknown names ask.",
	},
	{
		id: "command-redirection",
		source: "policy.md §4",
		behaviour:
			"Redirections that write need write permission; /dev/null and copies to 1 and 2 are free; other descriptors ask; /dev/tcp is network.",
	},
	{
		id: "command-reader-operands",
		source: "policy.md §4",
		behaviour:
			"Operands of readers are checked against read and blocked paths; globs that could match a blocked path ask; dynamic operands ask unless everything is readable.",
	},
	{
		id: "command-recursive-reader",
		source: "policy.md §4",
		behaviour: "A recursive reader over a tree that holds a blocked path asks, unless the sandbox masks those paths.",
	},
	{
		id: "command-dynamic-words",
		source: "policy.md §4",
		behaviour: "Dynamic words only as operands of programs without dangerous options, or after --; otherwise ask.",
	},
	{
		id: "command-neutral-builtins",
		source: "policy.md §4",
		behaviour: "Neutral built-ins with static arguments need no rule; cd and git -C inside the sandbox move later paths.",
	},
	{
		id: "command-constants",
		source: "policy.md §4",
		behaviour: "Constants assigned in the same text are known words; expansions that evaluate data ask.",
	},
	{
		id: "command-limits",
		source: "policy.md §4",
		behaviour: "Parse failure, 64 KiB, 1,000 parts, 64 levels, misleading characters: never allow; emoji are fine.",
	},
	{ id: "command-deny-or-ask", source: "policy.md §4", behaviour: "deny is a proven violation, ask an undecided one." },
	{
		id: "command-segment-remedy",
		source: "policy.md §4",
		behaviour: "segment is the offending part verbatim; remedy is the narrowest rule, never a launcher or interpreter.",
	},
	{ id: "command-fast-path-equal", source: "policy.md §4", behaviour: "The fast path for plain commands answers as the parsed way does." },
	{
		id: "command-pinned-environment",
		source: "policy.md §4",
		behaviour: "Allowed git commands carry the pinned environment as an obligation.",
	},
	{
		id: "command-pattern-contained",
		source: "policy.md §7",
		behaviour: "Containment of argv prefixes counts what the child's further words would open.",
	},
	{
		id: "installed-program",
		source: "policy.md §9",
		behaviour:
			"A launcher (npx, pnpm exec, yarn, bun x, uv run, poetry run) or the path of a program that the project has installed needs no rule of its own; the rules for the program decide.",
	},
	{
		id: "command-targets",
		source: "policy.md §4",
		behaviour: "Each target of make, mvn, gradle and ninja must be allowed; ordinary options may stand before it.",
	},
	{
		id: "command-directory-rule",
		source: "policy.md §4",
		behaviour: "A rule whose program ends in a slash speaks of every program below that directory of the workspace.",
	},
	{
		id: "command-unknown-write",
		source: "policy.md §4",
		behaviour: "Files that are written under names which only the input holds are asked about, unless the agent is confined.",
	},
	{
		id: "everyday-rows",
		source: "policy.md §4, §9",
		behaviour: "The rows of everyday programs tell what reads from what changes, fetches or throws away, so that `:*` is safe.",
	},
] as const;
