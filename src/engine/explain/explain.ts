import { decide } from "../decide/index.ts";
import type { Facts, Request, Writ } from "../vocabulary/index.ts";
import { explainSteps } from "./explain-steps.ts";
import type { ExplainedStep, Explanation } from "./explanation.ts";
import { explanationText } from "./explanation-text.ts";
import { withSource } from "./make-step.ts";
import { findNearest, type Nearest } from "./remedy/find-nearest.ts";
import { rememberFacts } from "./remember-facts.ts";

/** Why a request is decided as it is: every step, the rule and its place, and the nearest change that would allow it. */
export function explain(writ: Writ, request: Request, facts: Facts = {}): Explanation {
	const remembered = rememberFacts(facts);
	const decision = decide(writ, request, remembered);
	const { steps, nearest } = look(writ, request, remembered, decision.effect === "allow" || decision.reasons[0].code === "invalid-request");
	const { remedies, obstacle, open } = nearest;
	const reasons = decision.reasons.map((reason) => withSource(writ, reason));
	const text = explanationText({ request, effect: decision.effect, reasons, steps, nearest: remedies, obstacle, open });
	return { decision, steps, nearest: remedies, obstacle, text };
}

const NOTHING: Nearest = { remedies: [], obstacle: null, open: null };

function look(
	writ: Writ,
	request: Request,
	facts: Facts,
	settled: boolean,
): { readonly steps: readonly ExplainedStep[]; readonly nearest: Nearest } {
	try {
		const steps = explainSteps(writ, request, facts);
		return { steps, nearest: settled ? NOTHING : findNearest({ writ, facts }, request, steps) };
	} catch {
		// A request that is none, or a fact that throws: `decide` has said so, and there is nothing to add.
		return { steps: [], nearest: NOTHING };
	}
}
