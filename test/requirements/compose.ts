/** What the specification says of definitions as values: their shape, how they are put together, and who may loosen. */
export const COMPOSE_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "policy-1-unknown-key",
		source: "policy.md §1",
		behaviour: "an unknown key is a problem with a hint that names the key that was meant",
	},
	{ id: "policy-1-wrong-type", source: "policy.md §1", behaviour: "a wrong type is a problem in plain words" },
	{ id: "policy-1-all-problems", source: "policy.md §1", behaviour: "all problems are reported together, sorted by place" },
	{
		id: "policy-1-zero-null",
		source: "policy.md §1",
		behaviour: "0 and null are values of limits; null is a value of tools.allowed and of no path list",
	},
	{
		id: "policy-1-agent-definitions",
		source: "policy.md §1",
		behaviour: "agent definitions hold a profile with overrides, a sandbox and what they build on; those of seed 001 load as they stand",
	},
	{ id: "policy-1-known-by-file", source: "policy.md §1", behaviour: "a definition is known by its file; name is a label" },
	{
		id: "policy-1-order",
		source: "policy.md §1",
		behaviour: "composition: each extends from left to right and depth first, each include, the document itself, then overrides",
	},
	{ id: "policy-1-lists-add", source: "policy.md §1", behaviour: "lists of grants from fragments add up inside one definition" },
	{
		id: "policy-1-denials-accumulate",
		source: "policy.md §1",
		behaviour: "disallowed, ask, blocked_paths and protected_paths always accumulate",
	},
	{ id: "policy-1-blocked-clear", source: "policy.md §1", behaviour: "blocked_paths: [] means none, from the user's layer or above" },
	{ id: "policy-1-null-absorbs", source: "policy.md §1", behaviour: "allowed: null is every known tool and takes in every list" },
	{ id: "policy-1-permission-fields", source: "policy.md §1", behaviour: "changing one field of tools.permissions.X keeps the others" },
	{ id: "policy-1-cycle", source: "policy.md §1", behaviour: "a cycle names its members" },
	{ id: "policy-1-applied-once", source: "policy.md §1", behaviour: "a definition that is reached twice applies once" },
	{
		id: "policy-1-names",
		source: "policy.md §1",
		behaviour: "a name that refers to nothing is a problem at its place, with the name that was meant",
	},
	{
		id: "policy-1-overrides",
		source: "policy.md §1",
		behaviour:
			"overrides know allowed_add, allowed_remove, disallowed_add, ask_add, read_paths_ and write_paths_add and _remove, and plain values",
	},
	{
		id: "policy-1-frontmatter",
		source: "policy.md §1",
		behaviour: "effective tools of an agent are those of its profile and of its frontmatter",
	},
	{
		id: "policy-1-provenance",
		source: "policy.md §1",
		behaviour: "every grant keeps its provenance: layer, file, line, column, definition",
	},
	{
		id: "policy-2-argument-rules",
		source: "policy.md §2",
		behaviour: "any tool may have argument rules: plain values, globs and constraints",
	},
	{ id: "policy-9-aliases", source: "policy.md §9", behaviour: "a profile is also found by its other names" },
	{
		id: "policy-10-schema-descriptions",
		source: "policy.md §10",
		behaviour: "the JSON Schema for editors describes every key of every document",
	},
	{
		id: "claude-1-profiles-met",
		source: "claude.md §1",
		behaviour: "the profile of the caller, of the map and of the agent's file are met",
	},
	{ id: "wire-2-wish", source: "wire.md §2", behaviour: "a definition on the wire is a name, an object, or either with overrides" },
	{
		id: "design-5-project-tightens",
		source: "DESIGN.md §5",
		behaviour: "a project file can only tighten what the layer above grants; each attempt to loosen is a problem with its place",
	},
	{
		id: "design-5-project-base",
		source: "DESIGN.md §5",
		behaviour: "a project's definition builds on definitions of the layers above and grants nothing by itself",
	},
	{ id: "design-5-project-blocked", source: "DESIGN.md §5", behaviour: "a project adds to the blocked paths and never takes their place" },
	{
		id: "design-5-project-targets",
		source: "DESIGN.md §5",
		behaviour: "a project that names targets where edges decide narrows them and keeps the edges required",
	},
	{ id: "design-5-no-switch-off", source: "DESIGN.md §5", behaviour: "a project can never clear a blocked path or switch a check off" },
	{ id: "design-6-unknown-target", source: "DESIGN.md §6", behaviour: "an unknown target restriction is refused at load" },
	{
		id: "design-6-overrides-add",
		source: "DESIGN.md §6",
		behaviour: "*_add needs the right to widen, otherwise it is an escalation; what is granted already is not one",
	},
	{
		id: "design-6-overrides-plain",
		source: "DESIGN.md §6",
		behaviour: "plain values of overrides that widen are escalations without the right to widen",
	},
	{ id: "design-6-overrides-remove", source: "DESIGN.md §6", behaviour: "*_remove always works; removing what is not there is a warning" },
];
