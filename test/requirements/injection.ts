/** What the specification says of what agents find in their workspaces. */
export const INJECTION_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "injection-edge",
		source: "wire.md §5, §8 case 56",
		behaviour: "an edge change refreshes PERMITTED_AGENTS.md within 2 s, one line per agent",
	},
	{ id: "injection-changes", source: "wire.md §5 Injection", behaviour: "groups, renames and ends refresh it too" },
	{
		id: "injection-one-section",
		source: "wire.md §8 case 56",
		behaviour: "CLAUDE.md has one section after ten starts, other text untouched",
	},
	{ id: "injection-links", source: "wire.md §5 Injection", behaviour: "links that an agent plants are never written through" },
	{
		id: "injection-inside",
		source: "wire.md §5 Injection",
		behaviour: "a program in the sandbox reads the file and its changes, and cannot write it",
	},
	{ id: "injection-folder", source: "wire.md §5 Injection", behaviour: "the folder is a setting; the definitions loader ignores the file" },
	{ id: "injection-managed-only", source: "wire.md §5 Injection", behaviour: "only an agent's own managed workspace is written" },
	{
		id: "injection-bytes",
		source: "wire.md §5 Injection: other text untouched",
		behaviour: "a CLAUDE.md that is not UTF-8 is left as it is, and the log says why",
	},
	{ id: "injection-mode", source: "wire.md §5 Injection", behaviour: "a CLAUDE.md keeps its mode" },
	{
		id: "injection-marks",
		source: "wire.md §5 Injection: other text untouched",
		behaviour: "a mark counts only as a whole line outside of fenced code",
	},
	{
		id: "injection-former-folder",
		source: "wire.md §5 Injection",
		behaviour: "when the folder changes, the file that writ made in the old one goes, and no other",
	},
	{ id: "injection-section-text", source: "wire.md §5 Injection", behaviour: "exactly the section between its marks is replaced" },
];
