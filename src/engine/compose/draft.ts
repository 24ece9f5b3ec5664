import { BUILT_IN_BLOCKED_PATHS } from "../match/index.ts";
import type { Problem, Profile } from "../vocabulary/index.ts";
import { mergeProfile } from "./merge-profile.ts";
import type { OriginsDraft } from "./origins-draft.ts";

/** A composition while it is being made. */
export interface Draft {
	/** Flat, as far as it has come. */
	profile: Profile;
	readonly bounds: Profile[];
	readonly within: Profile[];
	readonly origins: OriginsDraft;
	readonly problems: Problem[];
}

/** A draft that grants nothing yet. */
export function emptyDraft(): Draft {
	return { profile: {}, bounds: [], within: [], origins: new Map(), problems: [] };
}

/**
 * The profile with its blocked paths written out, when something is about to be added to them: an absent list stands for
 * the built-in one, and a list of one would take its place.
 */
export function withBlockedWritten(profile: Profile, origins: OriginsDraft): Profile {
	if (profile.filesystem?.blocked_paths) return profile;
	const entries = origins.get("filesystem.blocked_paths") ?? new Map();
	for (const entry of BUILT_IN_BLOCKED_PATHS) entries.set(entry, { layer: "built-in", definition: "built-in paths" });
	origins.set("filesystem.blocked_paths", entries);
	return mergeProfile(profile, { filesystem: { blocked_paths: BUILT_IN_BLOCKED_PATHS } }, "add");
}
