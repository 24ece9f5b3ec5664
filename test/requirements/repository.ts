import type { Requirement } from "../requirements.ts";

/** What the repository itself must do. */
export const repositoryRequirements: readonly Requirement[] = [
	{
		id: "layers-table",
		source: "DESIGN.md §4",
		behaviour:
			"One script enforces the import table of layers.json; a planted violation is caught; from outside a room only its index.ts is imported.",
	},
	{ id: "layers-design", source: "DESIGN.md §4", behaviour: "layers.json says what the table of the design says." },
	{
		id: "map-rooms",
		source: "DESIGN.md §4, HOUSE.md §7",
		behaviour:
			"src/README.md has a sentence for each room of layers.json, the one that opens its index.ts; no folder holds more than 30 files.",
	},
	{
		id: "map-walks",
		source: "HOUSE.md §7",
		behaviour: "The map tells the walks of four requests, and a page says where something new goes; every place that they name is there.",
	},
	{ id: "layers-cycles", source: "DESIGN.md §4", behaviour: "No cycles." },
	{ id: "layers-pure", source: "DESIGN.md §4", behaviour: "The engine has no clock, no randomness and nothing of Node." },
	{ id: "layers-forms", source: "DESIGN.md §4", behaviour: "Forms that the linter cannot see are banned by a test." },
	{ id: "engine-browser", source: "DESIGN.md §4", behaviour: "writ/engine runs in a browser: a test bundles it and fails on any builtin." },
	{
		id: "bin-bundle",
		source: "DESIGN.md §5",
		behaviour: "From a checkout bin/writ is the command; it runs the bundle and finds the pinned Node by itself.",
	},
	{ id: "bin-link", source: "DESIGN.md §5", behaviour: "bin/writ works through a link and from any folder." },
	{ id: "bin-sources", source: "DESIGN.md §5", behaviour: "bin/writ runs the sources when they are newer than the bundle." },
	{ id: "bin-node", source: "DESIGN.md §7", behaviour: "Node 22.18 or newer; otherwise a clear word on what to do." },
	{ id: "setup-offline", source: "README.md", behaviour: "What was installed once works offline." },
	{ id: "setup-installs", source: "README.md", behaviour: "npm start and npm test install what they need from nothing." },
	{
		id: "setup-system",
		source: "README.md",
		behaviour: "npm test installs system packages as root or with sudo, else fails with the exact command.",
	},
	{ id: "setup-start", source: "README.md", behaviour: "npm start needs only Node 20, npm and git." },
	{
		id: "reference-current",
		source: "policy.md §8",
		behaviour: "docs/reference lists each reason code with meaning, example and remedy; a test fails when code and page differ.",
	},
	{
		id: "repository-clean",
		source: "README.md",
		behaviour:
			"No path of one machine, no registry host, no download address in the lockfile, every local link of the documents leads somewhere.",
	},
];
