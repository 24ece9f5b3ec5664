import type { Outcome } from "../decide/index.ts";
import type { Profile, Reason, Source, Terms, Writ } from "../language/index.ts";
import { profileShape, readShape } from "../shapes/index.ts";
import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS, termsOfProfile } from "../terms/index.ts";
import { findTool } from "../tools/index.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";

/** What a step has besides its outcomes. */
interface StepParts {
	/** What it says when it found nothing; `null` = there was nothing to look at. */
	readonly passes: string | null;
	/** The rule that let it pass. */
	readonly rule?: string | undefined;
	readonly details?: readonly StepDetail[];
}

/** One explained step from what its check found. */
export function makeStep(writ: Writ, name: string, outcomes: readonly Outcome[], { passes, rule, details = [] }: StepParts): ExplainedStep {
	const first = outcomes.find(({ effect }) => effect === "deny") ?? outcomes[0];
	if (first === undefined) {
		const source = rule === undefined ? undefined : findSource(writ, "tools.allowed", rule);
		return {
			name,
			outcome: passes === null ? "skip" : "pass",
			message: passes ?? "the request has nothing of the kind",
			reasons: [],
			...(rule === undefined ? {} : { rule }),
			...(source === undefined ? {} : { source }),
			details,
		};
	}
	const reasons = outcomes.map(({ reason }) => withAcceptedRemedy(withSource(writ, reason), writ.terms.tools.declare));
	const main = withSource(writ, first.reason);
	return {
		name,
		outcome: first.effect,
		message: main.message,
		reasons,
		...(main.rule === undefined ? {} : { rule: main.rule }),
		...(main.source === undefined ? {} : { source: main.source }),
		details,
	};
}

/** A reason that knows where its rule was written, if anybody does. */
export function withSource(writ: Writ, reason: Reason): Reason {
	const source = sourceOfReason(writ, reason);
	return source === undefined || reason.source !== undefined ? reason : { ...reason, source };
}

/** Where an entry of a dimension was written, as far as the writ remembers. */
export function findSource(writ: Writ, dimension: string, entry: string): Source | undefined {
	const entries = Object.hasOwn(writ.origins, dimension) ? writ.origins[dimension] : undefined;
	if (entries !== undefined && Object.hasOwn(entries, entry)) return entries[entry];
	return BUILT_IN[dimension]?.has(entry) === true ? BUILT_IN_LAYER : undefined;
}

/** Where the rule or entry that a reason names was written, in whatever list it stands. */
export function sourceOfReason(writ: Writ, reason: Reason): Source | undefined {
	const { source, rule } = reason;
	if (source !== undefined || rule === undefined) return source;
	const places = [...LISTS.map((dimension) => findSource(writ, dimension, rule)), findSource(writ, rule, "")];
	return places.find((place) => place !== undefined);
}

const LISTS = ["tools.disallowed", "tools.allowed", "tools.ask", "filesystem.blocked_paths", "filesystem.protected_paths", "network.deny"];

const BUILT_IN_LAYER: Source = Object.freeze({ layer: "built-in" });

const BUILT_IN: Readonly<Record<string, ReadonlySet<string>>> = {
	"filesystem.blocked_paths": new Set(BUILT_IN_BLOCKED_PATHS),
	"filesystem.protected_paths": new Set(BUILT_IN_PROTECTED_PATHS),
};

/**
 * Whether a definition may say this. INVARIANT: what `writ check` would refuse, or call a rule that never matches, is not
 * proposed (remedies.test.ts).
 */
export function isAccepted(profile: Profile): boolean {
	const read = readShape(profile, profileShape);
	if (!read.ok) return false;
	const outcome = termsOfProfile(read.value);
	return outcome.ok && !outcome.warnings.some(({ code }) => code === "never-matches");
}

/** Whether a rule may stand among those that allow. */
export function isAcceptedRule(rule: string, declare: Terms["tools"]["declare"]): boolean {
	return isAccepted({ tools: { allowed: [rule], declare } });
}

/** The reason without its remedy where no definition may say what the remedy says, or none should. */
function withAcceptedRemedy(reason: Reason, declare: Terms["tools"]["declare"]): Reason {
	const { remedy: said } = reason;
	// SECURITY: a rule for a whole command tool allows every program; narrow ones are proposed for each part.
	if (said === undefined || (findTool(said)?.pattern !== "command" && isAccepted(profileOf(said, declare)))) return reason;
	const { remedy: _, ...rest } = reason;
	return rest;
}

/** The smallest profile that says what a remedy says: a rule, or a key and its value. */
function profileOf(remedy: string, declare: Terms["tools"]["declare"]): Profile {
	const [, key, entry = ""] = /^(events\.allowed|network\.allow): \["(.*)"\]$/s.exec(remedy) ?? [];
	if (key === "events.allowed") return { events: { allowed: [entry] } };
	if (key === "network.allow") return { network: { allow: [entry] } };
	if (/^capabilities\.(?:spawn_agents|network_access): true$/.test(remedy)) return {};
	return { tools: { allowed: [remedy], declare } };
}
