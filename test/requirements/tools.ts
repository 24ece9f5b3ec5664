/** What the specification says of the registry of tools. */
export const TOOL_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "policy-2-registry-families",
		source: "policy.md §2",
		behaviour: "the registry holds Claude's built-ins, the KSI names, the NEXUS tools, Codex, Gemini, opencode and writ's own MCP tools",
	},
	{
		id: "policy-2-registry-arguments",
		source: "policy.md §2",
		behaviour: "it declares which arguments are read paths, write paths, commands, targets and hosts, and in which shape",
	},
	{ id: "policy-2-registry-ksi", source: "policy.md §2", behaviour: "the 16 KSI names are known" },
	{ id: "policy-2-registry-nexus", source: "policy.md §2", behaviour: "about 25 NEXUS tools are known" },
	{ id: "policy-2-declare", source: "policy.md §2", behaviour: "people can declare their own tools, and never redefine a known one" },
	{ id: "policy-2-argument-shape", source: "policy.md §2", behaviour: "a known argument in an undeclared shape is denied" },
	{
		id: "policy-2-unchecked",
		source: "policy.md §2",
		behaviour: "of a tool outside the registry, every argument that looks like a path, command or host is reported as unchecked",
	},
	{
		id: "policy-3-target-missing",
		source: "policy.md §3",
		behaviour: "a missing, empty or non-text target reaches the target step as it is",
	},
	{ id: "policy-9-tools-known", source: "policy.md §9", behaviour: "every tool that a shipped definition names is known" },
	{
		id: "wire-5-tools-known",
		source: "wire.md §5",
		behaviour: "writ's own MCP tools are known by their plain name and as mcp__writ__NAME",
	},
	{ id: "wire-5-tools-trinity", source: "wire.md §5", behaviour: "the Trinity tools are known as mcp__trinity__NAME" },
	{ id: "wire-5-needs", source: "wire.md §5", behaviour: "each of writ's own tools carries the capability flag that enables it" },
	{ id: "claude-2-task-agent", source: "claude.md §2", behaviour: "Task and Agent are one tool; command tools of other clients are Bash" },
];
