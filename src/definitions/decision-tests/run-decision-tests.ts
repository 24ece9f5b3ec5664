import { type Catalog, composeAgent, composeProfile, type Decision, decide, type Problem, sealComposition } from "../../engine/index.ts";
import type { DecisionTest, DecisionTests } from "./parse-decision-tests.ts";

/** A case, the answer that it got, and whether that is the answer that it must get. */
export interface TestResult {
	readonly test: DecisionTest;
	readonly decision: Decision;
	readonly passed: boolean;
}

/** The results of a file, or why its subject cannot be sealed. */
export type TestRun =
	| { readonly ok: true; readonly results: readonly TestResult[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Runs the cases of one file. Their paths are those of an imagined disk: nothing is looked up. */
export function runDecisionTests(tests: DecisionTests, catalog: Catalog): TestRun {
	const { subject, root, home, places, agent } = tests;
	const composed =
		"definition" in subject
			? composeAgent(subject.definition, catalog, { profiles: subject.profiles })
			: composeProfile(subject.profile, catalog);
	if (!composed.ok) return composed;
	const holder = { agent: agent.id, parent: agent.parent, children: agent.children, root, places, ...(home === undefined ? {} : { home }) };
	const sealed = sealComposition(composed.composition, holder);
	if (!sealed.ok) return sealed;
	const results = tests.tests.map((test) => {
		const decision = decide(sealed.writ, test.request, test.facts);
		const passed = decision.effect === test.expect && (test.code === undefined || decision.reasons[0].code === test.code);
		return { test, decision, passed };
	});
	return { ok: true, results };
}
