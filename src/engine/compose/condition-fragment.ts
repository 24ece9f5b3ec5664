import type { Problem, Profile } from "../vocabulary/index.ts";

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
