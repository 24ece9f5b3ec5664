import { childPath } from "../match/index.ts";
import type { Problem, Profile, ProfileOverrides, Source } from "../vocabulary/index.ts";
import { addsToBlocked, splitTargets } from "./apply-definition.ts";
import { checkTightening } from "./check-tightening.ts";
import { type Draft, withBlockedWritten } from "./draft.ts";
import { mergeProfile } from "./merge-profile.ts";
import { finishOrigins, recordOrigins } from "./origins-draft.ts";
import { type Removal, removePaths, removeRules } from "./remove-entries.ts";
import { type Placed, sourceAt } from "./source-at.ts";

/** Whose overrides they are, and where they stand in the document: `overrides.`, `permissions.overrides.`. */
export interface OverridesBy {
	readonly by: Placed;
	readonly within: string;
	readonly mayWiden: boolean;
}

const HINT = "widening needs the right to widen: ask a person, or choose a profile that grants this";

/** Works overrides in: plain values replace, `*_add` adds, `*_remove` takes away; without the right to widen only tightening passes. */
export function applyOverrides(draft: Draft, overrides: ProfileOverrides, { by, within, mayWiden }: OverridesBy): void {
	const before = draft.profile;
	const plain = plainPart(overrides);
	const { part, bound } = mayWiden ? { part: plain, bound: undefined } : splitTargets(before, plain);
	const replaced = mergeProfile(addsToBlocked(part) ? withBlockedWritten(before, draft.origins) : before, part, "replace");
	const after = removeListed(draft, addListed(replaced, overrides), overrides, by, within);
	if (!mayWiden) {
		const origins = finishOrigins(draft.origins, before);
		draft.problems.push(...checkTightening({ before, after, origins, part, said: overrides, within, by, hint: HINT }));
	}
	draft.profile = after;
	if (bound) draft.bounds.push(bound);
	recordOrigins(draft.origins, by, overrides, within);
}

/** The overrides without their `*_add` and `*_remove` keys: a profile. */
function plainPart(overrides: ProfileOverrides): Profile {
	const { tools, filesystem, ...rest } = overrides;
	if (!tools && !filesystem) return rest;
	const { allowed_add: _a, allowed_remove: _b, disallowed_add: _c, ask_add: _d, ...plainTools } = tools ?? {};
	const { read_paths_add: _e, read_paths_remove: _f, write_paths_add: _g, write_paths_remove: _h, ...plainFiles } = filesystem ?? {};
	return { ...rest, ...(tools ? { tools: plainTools } : {}), ...(filesystem ? { filesystem: plainFiles } : {}) };
}

function addListed(profile: Profile, { tools = {}, filesystem = {} }: ProfileOverrides): Profile {
	const added: Profile = {
		tools: {
			...(tools.allowed_add ? { allowed: tools.allowed_add } : {}),
			...(tools.disallowed_add ? { disallowed: tools.disallowed_add } : {}),
			...(tools.ask_add ? { ask: tools.ask_add } : {}),
		},
		filesystem: {
			...(filesystem.read_paths_add ? { read_paths: filesystem.read_paths_add } : {}),
			...(filesystem.write_paths_add ? { write_paths: filesystem.write_paths_add } : {}),
		},
	};
	return mergeProfile(profile, added, "add");
}

function removeListed(
	draft: Draft,
	profile: Profile,
	{ tools = {}, filesystem = {} }: ProfileOverrides,
	by: Placed,
	within: string,
): Profile {
	let result = profile;
	const took = (list: string, { forbid, notes }: Pick<Removal, "forbid" | "notes">, forbiddenBy: string): readonly string[] => {
		const path = `${within}${list}`;
		draft.problems.push(...problemsOf(notes, path, by));
		const entries = draft.origins.get(forbiddenBy) ?? new Map<string, Source>();
		for (const entry of forbid) if (!entries.has(entry)) entries.set(entry, sourceAt(by, path));
		draft.origins.set(forbiddenBy, entries);
		return forbid;
	};
	if (tools.allowed_remove) {
		const removal = removeRules(result.tools ?? {}, tools.allowed_remove);
		const disallowed = took("tools.allowed_remove", removal, "tools.disallowed");
		result = mergeProfile(result, { tools: { allowed: removal.kept, disallowed } }, "replace");
	}
	if (filesystem.read_paths_remove) {
		const removal = removePaths(result.filesystem?.read_paths ?? [], filesystem.read_paths_remove);
		const blocked = took("filesystem.read_paths_remove", removal, "filesystem.blocked_paths");
		result = mergeProfile(result, { filesystem: { read_paths: removal.kept ?? [] } }, "replace");
		// Reading alone cannot be taken out of a tree; what is no longer read is blocked.
		if (blocked.length > 0)
			result = mergeProfile(withBlockedWritten(result, draft.origins), { filesystem: { blocked_paths: blocked } }, "add");
	}
	if (filesystem.write_paths_remove) {
		const removal = removePaths(result.filesystem?.write_paths ?? [], filesystem.write_paths_remove);
		const guarded = took("filesystem.write_paths_remove", removal, "filesystem.protected_paths");
		result = mergeProfile(result, { filesystem: { write_paths: removal.kept ?? [], protected_paths: guarded } }, "replace");
	}
	return result;
}

function problemsOf(notes: Removal["notes"], list: string, by: Placed): readonly Problem[] {
	return notes.map(({ index, severity, code, says }) => {
		const path = childPath(list, index);
		return { severity, code, path, message: `${path}: ${says}`, source: sourceAt(by, path) };
	});
}
