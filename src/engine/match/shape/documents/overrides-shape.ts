import type { ObjectShape } from "../shape.ts";
import { filesystemShape } from "./filesystem-shape.ts";
import { grantKeys } from "./grant-keys.ts";
import { allowingRules, texts, withKeys } from "./part-shapes.ts";
import { toolsShape } from "./tools-shape.ts";

/** Overrides: the plain keys of a profile, which replace, and `*_add` / `*_remove` for lists. */
export const overridesShape: ObjectShape = {
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
};
