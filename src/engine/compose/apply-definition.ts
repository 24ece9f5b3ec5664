import type { Definition, Problem, Profile } from "../language/index.ts";
import { checkTightening } from "./check-tightening.ts";
import { type Draft, withBlockedWritten, withPart } from "./draft.ts";
import { mayWiden } from "./order-definitions.ts";
import { finishOrigins, recordOrigins, sourceAt } from "./origins.ts";

const HINT = "a project can only narrow what it builds on: extend a profile that grants this, or write it in a profile of your own home";

/**
 * Works one definition in: what it grants adds up, or, for a project, takes the place of the wider grant above it.
 * Where the chain has a gap, that is the error; what goes beyond the rest of it cannot be told.
 */
export function applyDefinition(draft: Draft, definition: Definition, chain: "whole" | "broken"): void {
	const { profile } = definition;
	draft.problems.push(...conditionProblems(profile).map((problem) => ({ ...problem, source: sourceAt(definition, problem.path) })));
	const said = profile.when === undefined ? definition : { ...definition, profile: conditioned(profile) };
	if (mayWiden(said.layer)) draft.profile = withPart(draft.profile, said.profile, "add");
	else narrow(draft, said, chain);
	recordOrigins(draft.origins, said, said.profile);
}

function narrow(draft: Draft, definition: Definition, chain: "whole" | "broken"): void {
	const said = definition.profile;
	const before = draft.profile;
	const { part, bound } = splitTargets(before, said);
	const after = withPart(addsToBlocked(part) ? withBlockedWritten(before, draft.origins) : before, part, "replace");
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

/** The keys that a fragment with a condition may have besides its rules. */
const LABELS = new Set(["name", "type", "version", "description", "author", "when", "tools"]);

/** A fragment as it is worked in: with `when: confined` every rule that it allows is a conditional one. */
export function conditioned(profile: Profile): Profile {
	const { when, ...said } = profile;
	if (when === undefined) return profile;
	const rules = said.tools?.allowed ?? [];
	return {
		...said,
		tools: { ...said.tools, allowed: rules.map((entry) => (typeof entry === "string" ? { rule: entry, when } : entry)) },
	};
}

/**
 * What stands beside the condition of a fragment and cannot be conditional. Only rules that allow are: a path or a host that holds
 * at some moments and not at others could not be held by a sandbox, which is planned once.
 */
export function conditionProblems(profile: Profile): readonly Problem[] {
	if (profile.when === undefined) return [];
	const { allowed, ...otherTools } = profile.tools ?? {};
	const beside = [
		...Object.keys(profile).filter((key) => !LABELS.has(key)),
		...Object.keys(otherTools).map((key) => `tools.${key}`),
		...(allowed === null ? ["tools.allowed"] : []),
	];
	return beside.map((path) => ({
		severity: "error",
		code: "bad-value",
		path,
		message: `${path}: a fragment with 'when: confined' holds a list of rules under tools.allowed and nothing else`,
		hint: path === "tools.allowed" ? "name the tools, null cannot be conditional" : "move it to a fragment of its own",
	}));
}
