import { type CompareWish, decide } from "../decide/index.ts";
import type { Facts, Request, Writ } from "../vocabulary/index.ts";
import { explainLine, type Situation, stepsOfLine } from "./explain-steps.ts";
import type { ExplainedStep, Explanation } from "./explanation.ts";
import { explanationText } from "./explanation-text.ts";
import { withSource } from "./make-step.ts";
import { findNearest, type Nearest } from "./remedy/find-nearest.ts";
import { rememberComparison, rememberFacts } from "./remember-facts.ts";

/** Why a request is decided as it is: every step, the rule and its place, and the nearest change that would allow it. */
export function explain(writ: Writ, request: Request, facts: Facts = {}, compare?: CompareWish): Explanation {
	const situation = { writ, facts: rememberFacts(facts), compare: rememberComparison(compare) };
	const decision = decide(writ, request, situation.facts, situation.compare);
	const settled =
		decision.effect === "allow" ||
		decision.reasons[0].code === "invalid-request" ||
		isLong(request) ||
		decision.reasons.length > MOST_HELPED;
	const { steps, nearest } = look(situation, request, settled);
	const { remedies, obstacle, open } = nearest;
	const reasons = decision.reasons.map((reason) => withSource(writ, reason));
	const text = explanationText({ request, effect: decision.effect, reasons, steps, nearest: remedies, obstacle, open });
	return { decision, steps, nearest: remedies, obstacle, text };
}

/** SECURITY: what would help is tried out, and each try is a decision of its own (test/decide/bad-input.test.ts). */
function isLong(request: Request): boolean {
	return request.kind === "command" && typeof request.command === "string" && request.command.length > LONGEST_HELPED;
}

const LONGEST_HELPED = 4_096;
/** More reasons than a person would answer one by one. */
const MOST_HELPED = 20;

const NOTHING: Nearest = { remedies: [], obstacle: null, open: null };

function look(
	situation: Situation,
	request: Request,
	settled: boolean,
): { readonly steps: readonly ExplainedStep[]; readonly nearest: Nearest } {
	try {
		const line = explainLine(situation, request);
		return { steps: stepsOfLine(line), nearest: settled ? NOTHING : findNearest(situation, request, line) };
	} catch {
		// A request that is none, or a fact that throws: `decide` has said so, and there is nothing to add.
		return { steps: [], nearest: NOTHING };
	}
}
