/** What `decide` promises (spec/policy.md §3, §5, §6, DESIGN.md §2, §5). */
export const decisionRequirements = [
	{
		id: "decide-unknown-denied",
		source: "DESIGN.md §2.1",
		behaviour: "Nothing unmatched is allowed: unknown tool, kind of request, event or target is a denial.",
	},
	{ id: "decide-deny-beats", source: "DESIGN.md §2.2", behaviour: "Deny beats ask beats allow in any order of rules." },
	{
		id: "decide-order",
		source: "policy.md §3",
		behaviour:
			"unknown tool, disabled, disallowed, allowed, target, paths, command, host, arguments, ask: the first failing step gives the primary reason.",
	},
	{ id: "decide-frozen", source: "DESIGN.md §5", behaviour: "A decision is frozen JSON with at least one reason." },
	{
		id: "decide-never-throws",
		source: "DESIGN.md §2.4",
		behaviour: "Garbage as a request, input or fact is a denial, never an exception.",
	},
	{
		id: "decide-kept",
		source: "policy.md §11",
		behaviour:
			"A kept answer never outlives what it depends on: the disk, grants, edges, the live ancestors, the approver, the working directory, the agent's relatives and places.",
	},
	{
		id: "decide-read-once",
		source: "DESIGN.md §2.4",
		behaviour: "Each member of a request is read once, so that it cannot change in between.",
	},
	{
		id: "decide-when-confined",
		source: "policy.md §9",
		behaviour:
			"A rule with `when: confined` allows only where facts.confined is true; elsewhere the same request asks, and what no rule allows is denied.",
	},
	{
		id: "decide-when-document",
		source: "policy.md §9",
		behaviour:
			"`when: confined` is written on an entry of `tools.allowed` or on a fragment of rules, and keeps its place through to the reason.",
	},
	{
		id: "decide-confined-refused",
		source: "DESIGN.md §5, threats.md 32",
		behaviour: "`confined` is read from `writ decide` lines only; in a request, and on every wire, it is refused.",
	},
	{
		id: "authority-confined",
		source: "threats.md 32",
		behaviour:
			"An agent is confined for whoever asks by the very connection that started its living sandbox of at least L3 and the profile's level, and for nobody else.",
	},
	{ id: "decide-no-approver", source: "policy.md §3", behaviour: "ask without an approver is a denial no-approver at once." },
	{ id: "decide-timeout", source: "policy.md §3", behaviour: "Obligations carry the tool's timeout." },
	{
		id: "decide-unchecked",
		source: "policy.md §2",
		behaviour:
			"A tool outside the registry can be allowed by name; arguments that look like a path, command or host are reported as unchecked.",
	},
	{ id: "decide-undeclared-shape", source: "policy.md §2", behaviour: "A known argument in an undeclared shape is denied." },
	{ id: "decide-argument-rules", source: "policy.md §2", behaviour: "Argument rules under tools.permissions hold for any tool." },
	{
		id: "decide-file-rules",
		source: "policy.md §2",
		behaviour: "Read(./src/**) admits only those paths, and a disallowed path rule forbids them.",
	},
	{ id: "decide-web-rules", source: "policy.md §2", behaviour: "WebFetch(domain:…) admits that host only." },
	{ id: "decide-agent-rules", source: "policy.md §2", behaviour: "Task(profile:…) and nexus_send(target:…) admit only what they name." },
	{ id: "decide-alias", source: "policy.md §2", behaviour: "A rule for Bash governs its other names." },
	{
		id: "decide-grants",
		source: "wire.md §2",
		behaviour: "A grant widens for its rule, never beats a deny rule, and stays under the ceiling.",
	},
	{ id: "decide-lineage", source: "DESIGN.md §2.3", behaviour: "A tightened ancestor tightens the child's next decision." },
	{
		id: "decide-network",
		source: "policy.md §6",
		behaviour: "Hosts need the capability and an entry; deny entries win; IP literals only if listed.",
	},
	{
		id: "decide-spend",
		source: "policy.md §6",
		behaviour: "A spend that would pass a limit of the agent or an ancestor is denied with limit, used and asked.",
	},
	{
		id: "decide-spawn",
		source: "policy.md §7",
		behaviour: "Spawning needs the capability, room, depth, a permitted profile and no escalation.",
	},
	{ id: "decide-events", source: "policy.md §1", behaviour: "Only events that the writ names may be emitted." },
	{ id: "decide-size", source: "policy.md §1", behaviour: "A file larger than max_file_size_mb is denied; 0 = none may be written." },
	{ id: "nexus-parent-allowed", source: "seed 000", behaviour: "test_check_target_parent_allowed" },
	{ id: "nexus-parent-denied", source: "seed 000", behaviour: "test_check_target_parent_denied, exact text" },
	{ id: "nexus-no-parent", source: "seed 000", behaviour: "test_check_target_parent_no_parent: ('none')" },
	{ id: "nexus-children-allowed", source: "seed 000", behaviour: "test_check_target_children_allowed" },
	{ id: "nexus-children-denied", source: "seed 000", behaviour: "test_check_target_children_denied, exact text" },
	{ id: "nexus-family-parent", source: "seed 000", behaviour: "test_check_target_family_allows_parent" },
	{ id: "nexus-family-child", source: "seed 000", behaviour: "test_check_target_family_allows_child; siblings never" },
	{ id: "nexus-list", source: "seed 000", behaviour: "test_check_target_explicit_list, exact text; words in a list are ids" },
	{ id: "nexus-no-restriction", source: "seed 000", behaviour: "test_check_target_no_restriction: null passes anything without edges" },
	{
		id: "nexus-missing-target",
		source: "policy.md §3",
		behaviour: "A missing, empty or non-text target under a restriction is denied, and so are host or port beside it.",
	},
	{ id: "nexus-disabled", source: "policy.md §3", behaviour: "Tool 'T' is disabled by permission policy" },
	{ id: "nexus-story-parent", source: "seed 000", behaviour: "A sandboxed child can send to its parent." },
	{ id: "nexus-story-sibling", source: "seed 000", behaviour: "A sandboxed child cannot send to its sibling." },
	{ id: "nexus-story-root", source: "seed 000", behaviour: "A sandboxed root cannot send to anyone." },
	{
		id: "edges-decide",
		source: "DESIGN.md §6",
		behaviour:
			"allowed_targets set: edges can only block; not set: an allow edge is needed; block always wins; an agent sees only no-edge.",
	},
	{
		id: "decide-path-rules",
		source: "policy.md §2",
		behaviour:
			"Patterns of the file tools that forbid or ask also hold for bare paths, and a tool that must be asked before it writes is asked there too.",
	},
	{
		id: "path-kernel-semantics",
		source: "policy.md §5",
		behaviour: "Both the written and the resolved path must be allowed; .. after a link is taken from its target.",
	},
	{
		id: "path-links",
		source: "policy.md §5",
		behaviour: "Links follow allow_symlinks; one that leaves the granted trees is always denied.",
	},
	{
		id: "path-entry-operations",
		source: "policy.md §5",
		behaviour: "Rename and link check source and target; granted roots and parents of protected paths cannot be replaced.",
	},
	{
		id: "path-odd",
		source: "policy.md §5",
		behaviour:
			"NUL, over 4,096 bytes, loops and process aliases are denied; ~ and % are ordinary characters; misleading names are not created.",
	},
	{
		id: "path-protected",
		source: "policy.md §1",
		behaviour: "Protected paths are never written, even inside write_paths and while they do not exist.",
	},
	{ id: "path-blocked", source: "policy.md §1", behaviour: "Blocked paths are neither read nor written." },
	{
		id: "path-unresolved",
		source: "DESIGN.md §5",
		behaviour: "Without resolve paths are judged as written and the decision carries unresolved-paths.",
	},
] as const;
