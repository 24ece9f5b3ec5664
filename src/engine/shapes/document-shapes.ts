import { filesystemShape, grantKeys, sandboxShape } from "./grant-keys.ts";
import { allowingRules, condition, oneOrMore, text, texts, withKeys } from "./part-shapes.ts";
import type { ObjectShape } from "./shape.ts";
import { toolsShape } from "./tools-shape.ts";

/** The keys that say what a document is and what it builds on. */
const identityKeys = {
	name: text("A label; a definition is known by its file."),
	type: { kind: "choice", of: ["permission_profile", "permission_fragment"], description: "What the document is." },
	version: text("Version of the document."),
	description: text("What it is for.", 100_000),
	author: text("Who wrote it."),
	extends: oneOrMore("Profiles that this one builds on, applied from left to right."),
	include: texts("Fragments that are worked in, e.g. tools/read_only."),
} as const satisfies ObjectShape["keys"];

/** The profile document, as docs/reference/profile.md shows it. */
export const profileShape = {
	kind: "object",
	description: "A permission profile: what an agent may do. Nothing that is not granted is allowed.",
	keys: { ...identityKeys, ...grantKeys },
} as const satisfies ObjectShape;

/** A reusable part of a profile. */
export const fragmentShape = {
	...withKeys(profileShape, { when: condition }),
	description: "A part of a permission profile, for others to include.",
} as const satisfies ObjectShape;

/** The organization's ceiling. */
export const ceilingShape = {
	...profileShape,
	description: "The ceiling: bounds every profile and every grant, in each key that it states. What it leaves out it does not bound.",
} as const satisfies ObjectShape;

/** Overrides: the plain keys of a profile, which replace, and `*_add` / `*_remove` for lists. */
export const overridesShape = {
	kind: "object",
	description: "Changes to a profile. Without the right to widen they can only tighten.",
	keys: {
		...grantKeys,
		tools: withKeys(toolsShape, {
			allowed_add: allowingRules("Rules to add to tools.allowed; needs the right to widen."),
			allowed_remove: texts("Rules to take away."),
			disallowed_add: texts("Rules to forbid besides."),
			ask_add: texts("Rules to ask for besides."),
		}),
		filesystem: withKeys(filesystemShape, {
			read_paths_add: texts("Paths to read besides; needs the right to widen."),
			read_paths_remove: texts("Paths that are no longer read."),
			write_paths_add: texts("Paths to write besides; needs the right to widen."),
			write_paths_remove: texts("Paths that are no longer written."),
		}),
	},
} as const satisfies ObjectShape;

/** An agent definition: YAML with `permissions`, or the frontmatter of a Markdown file with `tools` and `profile`. */
export const agentDefinitionShape = {
	kind: "object",
	description: "An agent: its profile and overrides, its sandbox, its model and its prompt.",
	keys: {
		name: text("The agent's name."),
		type: { kind: "choice", of: ["profile", "agent"], description: "What the document is." },
		version: text("Version of the document."),
		description: text("What the agent is for.", 100_000),
		author: text("Who wrote it."),
		extends: oneOrMore("Agent definitions that this one builds on."),
		model: text("The model that it runs on."),
		temperature: { kind: "number", minimum: 0, maximum: 2, description: "Temperature of the model." },
		prompt: text("Its instructions.", 1_000_000),
		metadata: { kind: "record", key: "name", of: { kind: "anything" }, description: "Stored, never read as permission." },
		permissions: {
			kind: "object",
			description: "The profile that it holds, and changes to it.",
			keys: { profile: { ...text("Name of the profile."), minLength: 1 }, overrides: overridesShape },
		},
		profile: { ...text("Name of the profile (frontmatter)."), minLength: 1 },
		tools: {
			kind: "union",
			of: [{ kind: "text", maxLength: 100_000 }, texts("Rules.")],
			description: "Effective tools are the profile's and these; absent means the profile's, [] means none.",
		},
		sandbox: sandboxShape,
	},
} as const satisfies ObjectShape;
