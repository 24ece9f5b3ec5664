import type { ReasonCode } from "../../engine/index.ts";

/** Why there is no plan, and what to do about it. */
export interface PlanProblem {
	readonly code: ReasonCode;
	/** What the command line ends with: 1 denied, 2 asked wrongly, 3 cannot be enforced here. */
	readonly exit: 1 | 2 | 3;
	/** The key of the profile or the option that it comes from. */
	readonly what: string;
	readonly message: string;
	readonly cure: string;
}
