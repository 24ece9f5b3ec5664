import { allowedText, type Catalog, conditioned, isConditional, type Profile } from "../../engine/index.ts";
import type { ForeignWriting } from "./foreign-reading.ts";
import { BASH_POLICIES, type BashPolicy } from "./from-orchestrator.ts";

/** A profile in the form of the orchestrator of seed 002. */
export interface OrchestratorDictionary {
	readonly allowed_tools: readonly string[];
	readonly bash_policy?: BashPolicy;
	readonly project_scoped: true;
}

/**
 * A flat profile as an orchestrator profile, never wider than the profile: `bash_policy` is the widest whose commands are
 * all allowed. What the form cannot say is listed as loss.
 */
export function toOrchestrator(profile: Profile, catalog: Catalog): ForeignWriting<OrchestratorDictionary> {
	const { allowed = [], disallowed = [] } = profile.tools ?? {};
	const rules = (allowed ?? []).map(allowedText);
	const policy = POLICIES.find((name) => rulesOf(name, catalog).every((rule) => rules.includes(rule)));
	const named = rules.filter((rule) => !rule.includes("(") && !isConditional(rule) && !disallowed.includes(rule) && rule !== "Bash");
	const said = new Set([...named, ...(policy ? rulesOf(policy, catalog) : [])]);
	const unsaid = rules.filter((rule) => !said.has(rule) && !disallowed.includes(rule));
	const outside = [...(profile.filesystem?.read_paths ?? []), ...(profile.filesystem?.write_paths ?? [])].filter(
		(path) => !/^\.\/workspace(?:\/|$)/.test(path),
	);
	return {
		dictionary: {
			allowed_tools: [...named, ...(policy ? ["Bash"] : [])],
			...(policy ? { bash_policy: policy } : {}),
			project_scoped: true,
		},
		loss: [
			...(allowed === null ? ["every known tool cannot be said: none is listed"] : []),
			...unsaid.map((rule) => `${rule} is in no bash_policy`),
			...outside.map((path) => `${path} lies outside the project`),
		],
	};
}

/** Widest first; `exploration` is `read_only` by another name. */
const POLICIES = ["build_test", "read_only"] as const satisfies readonly BashPolicy[];

function rulesOf(policy: BashPolicy, catalog: Catalog): readonly string[] {
	return BASH_POLICIES[policy].flatMap((name) => {
		const fragment = catalog.fragments[name]?.profile;
		const rules = fragment === undefined ? undefined : conditioned(fragment).tools?.allowed;
		// A fragment that is not there or allows everything must not make the policy look granted.
		return rules?.map(allowedText) ?? [`missing ${name}`];
	});
}
