import { decide, type Outcome } from "../decide/index.ts";
import type { Facts, ReasonCode, Request, Terms, Writ } from "../vocabulary/index.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { makeStep } from "./make-step.ts";

/** One dimension of a request, to be judged as if nothing else were restricted. */
export interface Dimension {
	readonly name: string;
	readonly passes: string | null;
	/** The codes that are this step's own. */
	readonly codes: readonly ReasonCode[];
	/** The terms with everything else open. */
	readonly terms: Terms;
	readonly facts?: Facts;
	readonly details?: readonly StepDetail[];
}

/** The step of one dimension: `decide` itself is asked, under terms that restrict nothing else. */
export function judgeDimension(writ: Writ, request: Request, facts: Facts, dimension: Dimension): ExplainedStep {
	const { name, passes, codes, terms, details = [] } = dimension;
	const { bounds: _, ...alone } = writ;
	const decision = decide({ ...alone, terms }, request, { ...facts, ...dimension.facts, lineage: [] });
	const effect = decision.effect;
	const own = effect === "allow" ? [] : decision.reasons.filter(({ code }) => codes.includes(code));
	const outcomes = own.map((reason): Outcome => ({ effect: effect === "ask" ? "ask" : "deny", reason }));
	return makeStep(writ, name, outcomes, { passes, details });
}
