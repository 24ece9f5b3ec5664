/** How much work may still be done, in elementary steps. */
export interface Allowance {
	/** Takes some of it; `false` when it is used up. */
	readonly spend: (steps: number) => boolean;
}

/** What one question may take (an entry against a list): a hundredth of a second, and several times what real lists need. */
const QUESTION_STEPS = 200_000;

/** What all questions about one list may take together. */
const LIST_STEPS = 20 * QUESTION_STEPS;

/**
 * The allowance of one question, which is taken from that of its list as well.
 *
 * INVARIANT: what was asked about other lists never matters, so that two lists compare alike when a wish is checked, cut down
 * and checked again (ADR 30).
 */
export function allowance(steps: number = QUESTION_STEPS, list?: Allowance): Allowance {
	let left = steps;
	return {
		spend: (taken) => {
			left -= taken;
			return list?.spend(taken) !== false && left >= 0;
		},
	};
}

/** The allowance of all questions about one list. */
export function listAllowance(): Allowance {
	return allowance(LIST_STEPS);
}
