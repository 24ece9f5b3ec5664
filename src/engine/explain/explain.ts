import { type CompareWish, decide } from "../decide/index.ts";
import type { Facts, Request, Writ } from "../language/index.ts";
import { explainLine, type Situation, stepsOfLine } from "./explain-steps.ts";
import type { ExplainedStep, Explanation } from "./explanation.ts";
import { explanationText } from "./explanation-text.ts";
import { withSource } from "./make-step.ts";
import { findNearest, type Nearest } from "./remedy/find-nearest.ts";

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
		// Not a request at all, or a fact that throws: `decide` has said so, and there is nothing to add.
		return { steps: [], nearest: NOTHING };
	}
}

/**
 * Facts that are asked once for each thing: an explanation decides the same request many times, and the disk and the
 * comparison of a wish with its parent are the expensive parts of it. So all its parts also describe the same state of the disk.
 */
function rememberFacts(facts: Facts): Facts {
	const { resolve, list, escalations } = facts;
	return {
		...facts,
		...(resolve === undefined ? {} : { resolve: remembering(resolve, (path, directory) => `${directory}\0${path}`) }),
		...(list === undefined ? {} : { list: remembering(list, (directory) => directory) }),
		...(escalations === undefined ? {} : { escalations: remembering(escalations, (wish) => wish) }),
	};
}

/** The same for the comparison of a wish with one writ. */
function rememberComparison(compare: CompareWish | undefined): CompareWish | undefined {
	if (compare === undefined) return undefined;
	const byWrit = new Map<Writ, (wish: unknown) => ReturnType<CompareWish>>();
	return (writ, wish, facts) => {
		const known =
			byWrit.get(writ) ??
			remembering(
				(one: unknown) => compare(writ, one, facts),
				(one) => one,
			);
		byWrit.set(writ, known);
		return known(wish);
	};
}

/** A function that is called once for each key; what throws is asked again. */
function remembering<Words extends readonly unknown[], Answer>(
	ask: (...words: Words) => Answer,
	keyOf: (...words: Words) => unknown,
): (...words: Words) => Answer {
	const answers = new Map<unknown, Answer>();
	return (...words) => {
		const key = keyOf(...words);
		const known = answers.get(key);
		if (known !== undefined) return known;
		const answer = ask(...words);
		answers.set(key, answer);
		return answer;
	};
}
