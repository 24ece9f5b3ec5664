import type { Definition, Profile } from "../vocabulary/index.ts";
import { checkTightening } from "./check-tightening.ts";
import { conditioned, conditionProblems } from "./condition-fragment.ts";
import { type Draft, withBlockedWritten } from "./draft.ts";
import { mayWiden } from "./may-widen.ts";
import { mergeProfile } from "./merge-profile.ts";
import { finishOrigins, recordOrigins } from "./origins-draft.ts";
import { sourceAt } from "./source-at.ts";

const HINT = "a project can only narrow what it builds on: extend a profile that grants this, or write it in a profile of your own home";

/**
 * Works one definition in: what it grants adds up, or, for a project, takes the place of the wider grant above it.
 * Where the chain has a gap, that is the error; what goes beyond the rest of it cannot be told.
 */
export function applyDefinition(draft: Draft, definition: Definition, chain: "whole" | "broken"): void {
	const { profile } = definition;
	draft.problems.push(...conditionProblems(profile).map((problem) => ({ ...problem, source: sourceAt(definition, problem.path) })));
	const said = profile.when === undefined ? definition : { ...definition, profile: conditioned(profile) };
	if (mayWiden(said.layer)) draft.profile = mergeProfile(draft.profile, said.profile, "add");
	else narrow(draft, said, chain);
	recordOrigins(draft.origins, said, said.profile);
}

function narrow(draft: Draft, definition: Definition, chain: "whole" | "broken"): void {
	const said = definition.profile;
	const before = draft.profile;
	const { part, bound } = splitTargets(before, said);
	const after = mergeProfile(addsToBlocked(part) ? withBlockedWritten(before, draft.origins) : before, part, "replace");
	const origins = finishOrigins(draft.origins, before);
	if (chain === "whole")
		draft.problems.push(...checkTightening({ before, after, origins, part, said, within: "", by: definition, hint: HINT }));
	draft.profile = after;
	if (bound) draft.bounds.push(bound);
}

/** Whether a part adds entries to the blocked paths. */
export function addsToBlocked(part: Profile): boolean {
	return (part.filesystem?.blocked_paths?.length ?? 0) > 0;
}

/**
 * Where edges decide, naming targets both narrows (only these) and widens (no edge needed). Who may only tighten gets the
 * narrowing alone: the names bound, and the edges stay required.
 */
export function splitTargets(base: Profile, part: Profile): { readonly part: Profile; readonly bound: Profile | undefined } {
	if (!part.messaging) return { part, bound: undefined };
	const { allowed_targets: targets, accept_from: senders } = part.messaging;
	const boundTargets = targets !== undefined && targets !== null && (base.messaging?.allowed_targets ?? null) === null;
	const boundSenders = senders !== undefined && senders !== null && (base.messaging?.accept_from ?? null) === null;
	if (!boundTargets && !boundSenders) return { part, bound: undefined };
	return {
		part: {
			...part,
			messaging: {
				...(targets === undefined || boundTargets ? {} : { allowed_targets: targets }),
				...(senders === undefined || boundSenders ? {} : { accept_from: senders }),
			},
		},
		bound: {
			messaging: { ...(boundTargets ? { allowed_targets: targets } : {}), ...(boundSenders ? { accept_from: senders } : {}) },
		},
	};
}
