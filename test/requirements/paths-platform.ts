import type { Requirement } from "../requirements.ts";

const path = (id: string, behaviour: string): Requirement => ({ id: `path-${id}`, source: "policy.md §5", behaviour });

/** What `platform/real-path` and the folders of definitions must do. */
export const pathRequirements: readonly Requirement[] = [
	path("relative", "A relative path starts at the agent's working directory."),
	path("link-followed", "Links are followed component by component."),
	path("dotdot-after-link", "`..` after a link leaves the place that the link leads to."),
	path("missing-literal", "Up to the first missing component, then literally; `..` after a missing component is lexical."),
	path("entry", "Delete, rename and link act on the entry itself, not on what a last link leads to; a trailing slash means the place."),
	path("hard-links", "Hard links are seen."),
	path("ordinary-characters", "`~`, `$VAR`, `file://` and `%2e` are ordinary characters in a file API."),
	path("nul", "NUL is denied."),
	path("too-long", "Over 4,096 bytes is denied."),
	path("loop", "Loops are denied."),
	path("alias", "`/proc/self/*`, `/dev/fd/*`, `/dev/stdin` are denied, wherever a link leads to them."),
	path("unreadable", "A path that cannot be looked up grants nothing."),
	path("text", "A path that the disk would take for another one is refused."),
	path("kernel", "Resolution has kernel semantics."),
	{ id: "home-place", source: "DESIGN.md §5", behaviour: "The configuration home is `$WRIT_HOME`, else `~/.writ`." },
	{
		id: "home-absolute",
		source: "DESIGN.md §5 Layers",
		behaviour: "With an empty or relative `HOME` a project's definitions do not count as the person's.",
	},
	{
		id: "home-is-no-project",
		source: "DESIGN.md §5 Layers",
		behaviour: "In the person's own home directory `.writ` is the person's layer alone.",
	},
	{
		id: "definitions-by-file",
		source: "policy.md §1",
		behaviour: "A definition is known by its file below `profiles`, `fragments`, `agents`; `ceiling.yaml` counts only in the home.",
	},
	{
		id: "definitions-folder-bad",
		source: "policy.md §1",
		behaviour:
			"What cannot be read, leads out of the folder, is too large or is not a file is a problem with its place, and the rest still loads.",
	},
];
