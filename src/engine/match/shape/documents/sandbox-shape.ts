import { CONFINEMENT_LEVELS, PARENT_SHARES, QUOTAS, SANDBOX_MODES } from "../../../vocabulary/index.ts";
import type { ObjectShape } from "../shape.ts";
import { flag } from "./part-shapes.ts";

/** `sandbox` of a profile and of an agent definition. */
export const sandboxShape: ObjectShape = {
	kind: "object",
	description: "How the process is confined.",
	keys: {
		mode: {
			kind: "choice",
			of: SANDBOX_MODES,
			default: "isolated",
			description: "Own directories, the session's, or inside the parent's.",
		},
		parent_share: {
			kind: "choice",
			of: PARENT_SHARES,
			default: "read_only",
			description: "What a nested agent sees of its parent's workspace.",
		},
		session_share: flag("Sees the session's workspace, read-only."),
		minimum_level: {
			kind: "choice",
			of: CONFINEMENT_LEVELS,
			default: "L3",
			description: "A machine that confines less refuses to start the agent.",
		},
		quota: { kind: "choice", of: QUOTAS, default: "soft", description: "How the total size is held." },
		unix_sockets: flag("May open Unix sockets."),
	},
};
