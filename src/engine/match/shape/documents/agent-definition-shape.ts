import type { ObjectShape } from "../shape.ts";
import { overridesShape } from "./overrides-shape.ts";
import { oneOrMore, text, texts } from "./part-shapes.ts";
import { sandboxShape } from "./sandbox-shape.ts";

/** An agent definition: YAML with `permissions`, or the frontmatter of a Markdown file with `tools` and `profile`. */
export const agentDefinitionShape: ObjectShape = {
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
			description: "Effective tools are the profile's and these; absent is the profile's, [] is none.",
		},
		sandbox: sandboxShape,
	},
};
