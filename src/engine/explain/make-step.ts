import type { Outcome } from "../decide/index.ts";
import type { Reason, Writ } from "../vocabulary/index.ts";
import { withAcceptedRemedy } from "./accepted-remedy.ts";
import type { ExplainedStep, StepDetail } from "./explanation.ts";
import { findSource, sourceOfReason } from "./find-source.ts";

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
