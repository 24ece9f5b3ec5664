import type { AllowedEntry, Problem, Profile, ProfileOverrides, Source } from "../language/index.ts";
import { canonicalPathEntry, containsPathEntry } from "../paths/index.ts";
import { childPath, quoteText } from "../shapes/index.ts";
import {
	allowedText,
	compileToolName,
	containsRules,
	parseRule,
	parseTermsRule,
	patternLookup,
	toolNameText,
} from "../tool-rules/index.ts";
import { addsToBlocked, splitTargets } from "./apply-definition.ts";
import { checkTightening } from "./check-tightening.ts";
import { type Draft, withBlockedWritten, withPart } from "./draft.ts";
import { finishOrigins, type Placed, recordOrigins, sourceAt } from "./origins.ts";

/** Whose overrides they are, and where they stand in the document: `overrides.`, `permissions.overrides.`. */
interface OverridesBy {
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
	const replaced = withPart(addsToBlocked(part) ? withBlockedWritten(before, draft.origins) : before, part, "replace");
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
	return withPart(profile, added, "add");
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
		result = withPart(result, { tools: { allowed: removal.kept, disallowed } }, "replace");
	}
	if (filesystem.read_paths_remove) {
		const removal = removePaths(result.filesystem?.read_paths ?? [], filesystem.read_paths_remove);
		const blocked = took("filesystem.read_paths_remove", removal, "filesystem.blocked_paths");
		result = withPart(result, { filesystem: { read_paths: removal.kept ?? [] } }, "replace");
		// Reading alone cannot be taken out of a tree; what is no longer read is blocked.
		if (blocked.length > 0) result = withPart(withBlockedWritten(result, draft.origins), { filesystem: { blocked_paths: blocked } }, "add");
	}
	if (filesystem.write_paths_remove) {
		const removal = removePaths(result.filesystem?.write_paths ?? [], filesystem.write_paths_remove);
		const guarded = took("filesystem.write_paths_remove", removal, "filesystem.protected_paths");
		result = withPart(result, { filesystem: { write_paths: removal.kept ?? [], protected_paths: guarded } }, "replace");
	}
	return result;
}

function problemsOf(notes: Removal["notes"], list: string, by: Placed): readonly Problem[] {
	return notes.map(({ index, severity, code, says }) => {
		const path = childPath(list, index);
		return { severity, code, path, message: `${path}: ${says}`, source: sourceAt(by, path) };
	});
}

/** A list without some entries, what must be forbidden because it is only a part of what stays, and what was not there. */
interface Removal<Entry = string> {
	readonly kept: readonly Entry[] | null;
	readonly forbid: readonly string[];
	readonly notes: readonly {
		readonly entry: string;
		readonly index: number;
		readonly severity: "error" | "warning";
		readonly code: string;
		readonly says: string;
	}[];
}

/** Takes rules away from `tools.allowed`; what a wider rule still covers is forbidden instead, so that removing always works. */
function removeRules(tools: NonNullable<Profile["tools"]>, removed: readonly string[]): Removal<AllowedEntry> {
	const declarations = tools.declare ?? {};
	const lookup = patternLookup(declarations);
	let kept = tools.allowed === undefined ? [] : tools.allowed;
	const forbid: string[] = [];
	const notes: Removal["notes"][number][] = [];
	removed.forEach((entry, index) => {
		const parsed = parseRule(entry, lookup);
		if (!parsed.ok) {
			notes.push({ entry, index, severity: "error", code: parsed.code, says: `${quoteText(entry)}: ${parsed.message}` });
			return;
		}
		const left = kept?.filter((held) => !containsRules([entry], [allowedText(held)], { declarations })) ?? null;
		if (left === null || left.some((held) => mayOverlap(allowedText(held), entry, lookup))) forbid.push(entry);
		else if (left.length === kept?.length) notes.push(notThere(entry, index));
		kept = left;
	});
	return { kept, forbid, notes };
}

/** Takes paths away from a list; what a wider entry still covers is forbidden instead. */
function removePaths(paths: readonly string[], removed: readonly string[]): Removal {
	let kept = paths;
	const forbid: string[] = [];
	const notes: Removal["notes"][number][] = [];
	removed.forEach((entry, index) => {
		const parsed = canonicalPathEntry(entry, "grant");
		if (!parsed.ok) {
			notes.push({ entry, index, severity: "error", code: parsed.code, says: `${quoteText(entry)}: ${parsed.message}` });
			return;
		}
		const left = kept.filter((held) => !covers(parsed.text, held));
		if (left.some((held) => overlaps(held, parsed.text))) forbid.push(parsed.text);
		else if (left.length === kept.length) notes.push(notThere(entry, index));
		kept = left;
	});
	return { kept, forbid, notes };
}

function notThere(entry: string, index: number): Removal["notes"][number] {
	return {
		entry,
		index,
		severity: "warning",
		code: "nothing-to-remove",
		says: `${quoteText(entry)} is not granted, so there is nothing to remove`,
	};
}

/** Whether two rules may speak of the same tool; two names with stars may. */
function mayOverlap(one: string, other: string, lookup: ReturnType<typeof patternLookup>): boolean {
	const [left, right] = [parseTermsRule(one, lookup), parseRule(other, lookup)];
	if (!left.ok || !right.ok) return true;
	const [first, second] = [toolNameText(left.rule.name), toolNameText(right.rule.name)];
	if (first.includes("*") && second.includes("*")) return true;
	return compileToolName(left.rule.name, "deny")(second) || compileToolName(right.rule.name, "deny")(first);
}

function covers(outer: string, held: string): boolean {
	const inner = canonicalPathEntry(held, "grant");
	return inner.ok && containsPathEntry(inner.text, { parent: [outer] }).contained === true;
}

/** Whether two entries have a path in common, or may have. */
function overlaps(one: string, other: string): boolean {
	const left = canonicalPathEntry(one, "grant");
	return !left.ok || containsPathEntry(left.text, { parent: [], besides: [[other]] }).contained !== true;
}
