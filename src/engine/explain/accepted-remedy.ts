import { findTool, profileShape, readShape, termsOfProfile } from "../match/index.ts";
import type { Profile, Reason, Terms } from "../vocabulary/index.ts";

/**
 * Whether a definition may say this. INVARIANT: what `writ check` would refuse, or call a rule that never matches, is not
 * proposed (remedies.test.ts).
 */
export function isAccepted(profile: Profile): boolean {
	const read = readShape<Profile>(profile, profileShape);
	if (!read.ok) return false;
	const outcome = termsOfProfile(read.value);
	return outcome.ok && !outcome.warnings.some(({ code }) => code === "never-matches");
}

/** Whether a rule may stand among those that allow. */
export function isAcceptedRule(rule: string, declare: Terms["tools"]["declare"]): boolean {
	return isAccepted({ tools: { allowed: [rule], declare } });
}

/** The reason without its remedy where no definition may say what the remedy says, or none should. */
export function withAcceptedRemedy(reason: Reason, declare: Terms["tools"]["declare"]): Reason {
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
