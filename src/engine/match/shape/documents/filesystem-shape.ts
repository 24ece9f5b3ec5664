import type { ObjectShape } from "../shape.ts";
import { limit, text, texts } from "./part-shapes.ts";

/** `filesystem` of a profile. */
export const filesystemShape: ObjectShape = {
	kind: "object",
	description: "Which paths may be read and written.",
	keys: {
		sandbox_root: { ...text("The directory that the agent works in."), minLength: 1, default: "./workspace" },
		read_paths: { ...texts("Trees or globs that may be read: ./workspace, ./shared, ../shared, ./src/**, /absolute."), default: [] },
		write_paths: { ...texts("Trees or globs that may be written."), default: [] },
		blocked_paths: texts(
			"Neither read nor written, by any tool or command; absent is the built-in list of secrets. They add up; [] is none, and only your own layer may say so.",
		),
		protected_paths: texts("Never written, even inside write_paths, besides the built-in list that nobody can clear."),
		max_file_size_mb: limit("The largest file that may be written.", 10),
		max_total_size_mb: limit("All that may be written together.", 100),
		allow_symlinks: {
			kind: "choice",
			of: [false, "inside", true],
			default: false,
			description: "false: no path through a link; inside: reading through links that stay in granted trees; true: writing too.",
		},
	},
};
