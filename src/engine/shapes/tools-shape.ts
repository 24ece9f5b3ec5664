import { allowingRules, targets, text, texts } from "./part-shapes.ts";
import type { ObjectShape, Shape } from "./shape.ts";

const PLAIN_VALUES = [{ kind: "text" }, { kind: "number" }, { kind: "boolean" }] as const satisfies readonly Shape[];
const PLAIN_LIST = { kind: "list", of: { kind: "union", of: PLAIN_VALUES } } as const satisfies Shape;

const argumentRule = {
	kind: "union",
	description: "A plain value or a glob that the argument must match, or a constraint.",
	of: [
		...PLAIN_VALUES,
		{
			kind: "object",
			keys: {
				not: { kind: "union", of: [...PLAIN_VALUES, PLAIN_LIST], description: "Values or globs that the argument must not match." },
				any: { ...PLAIN_LIST, description: "Values or globs of which the argument must match one." },
				min: { kind: "number", description: "The smallest number." },
				max: { kind: "number", description: "The largest number." },
				max_length: { kind: "number", minimum: 0, integer: true, description: "The longest text." },
				required: { kind: "boolean", description: "The argument must be there." },
			},
		},
	],
} as const satisfies Shape;

const toolPermission = {
	kind: "object",
	description: "What one tool may do. Changing one field keeps the others.",
	keys: {
		enabled: { kind: "boolean", default: true, description: "false switches the tool off, whatever else allows it." },
		allowed_paths: {
			kind: "nullable",
			of: texts("Paths of this tool, besides those of the file system."),
			nullMeans: "no restriction of its own",
		},
		blocked_paths: texts("Paths that this tool never touches."),
		timeout: {
			kind: "nullable",
			of: { kind: "number", minimum: 0 },
			nullMeans: "no limit",
			description: "Seconds that one call may take.",
		},
		requires_confirmation: { kind: "nullable", of: { kind: "boolean" }, description: "Each call is asked." },
		allowed_targets: targets("Which agents the tool may reach."),
		arguments: { kind: "record", key: "argument", of: argumentRule, description: "Rules for single arguments." },
	},
} as const satisfies ObjectShape;

const argumentUses = {
	kind: "list",
	of: {
		kind: "union",
		of: [
			{ kind: "text", minLength: 1 },
			{
				kind: "object",
				required: ["argument"],
				keys: {
					argument: text("Name of the argument."),
					shape: {
						kind: "choice",
						of: ["text", "list", "text-or-list", "objects", "argv"],
						default: "text",
						description: "How it holds its values.",
					},
					field: text("For objects: the key that holds the text."),
					defaultsToCwd: { kind: "boolean", description: "When absent, the tool acts on the working directory." },
					tree: { kind: "boolean", description: "The path covers everything below it." },
				},
			},
		],
	},
} as const satisfies Shape;

const toolDeclaration = {
	kind: "object",
	description: "A tool of your own: which of its arguments are paths, commands, targets and hosts.",
	keys: {
		description: text("What the tool does."),
		reads: { ...argumentUses, description: "Arguments that are read paths." },
		writes: { ...argumentUses, description: "Arguments that are written paths." },
		commands: { ...argumentUses, description: "Arguments that are shell commands." },
		targets: { ...argumentUses, description: "Arguments that name an agent." },
		hosts: { ...argumentUses, description: "Arguments that hold a URL or a host." },
		profiles: { ...argumentUses, description: "Arguments that name a profile for a new agent." },
		plain: texts("Arguments that are none of these."),
	},
} as const satisfies ObjectShape;

/** `tools` of a profile. */
export const toolsShape = {
	kind: "object",
	description: "Which tools may be used, and how.",
	keys: {
		allowed: {
			kind: "nullable",
			of: allowingRules("Rules: Name, Name(pattern), mcp__server__tool; or {rule, when: confined}."),
			nullMeans: "every known tool",
			default: [],
			description: "What may be used; nothing else is. null is every known tool.",
		},
		disallowed: { ...texts("Rules that forbid; nothing beats them. They add up over all layers."), default: [] },
		ask: { ...texts("Rules for calls that a person confirms. They add up over all layers."), default: [] },
		permissions: { kind: "record", key: "tool", of: toolPermission, description: "Details for single tools." },
		declare: {
			kind: "record",
			key: "tool",
			of: toolDeclaration,
			description: "Tools of your own, so that their arguments can be checked.",
		},
	},
} as const satisfies ObjectShape;
