import type { ReasonCode } from "../../engine/index.ts";
import type { Missing, Mount } from "./sandbox-plan.ts";

/** A mount on its way into a plan, with what is said when it is refused. */
export interface PlannedMount extends Mount {
	readonly source: string;
	readonly kind: "bind";
	/** The key of the profile that it comes from. */
	readonly what: string;
	/** The entry as it stands in the writ. */
	readonly entry: string;
	/** Mounted wider than the entry says. */
	readonly coarse: boolean;
	/** In the agent's own storage: it compares by its name with the parent's. */
	readonly own: boolean;
	/** It means what the parent has of it, so it is cut down to that. */
	readonly cut?: true;
	/** The sandbox itself brings it (a program, the runner's state): no parent needs to have it. */
	readonly exempt?: true;
}

/** What a step of planning yields, and what it has to say. */
export interface Planned {
	readonly mounts: readonly PlannedMount[];
	readonly problems: readonly PlanProblem[];
	readonly missing: readonly Missing[];
}

/** Several steps as one. */
export function joinPlanned(...steps: readonly Planned[]): Planned {
	return {
		mounts: steps.flatMap(({ mounts }) => mounts),
		problems: steps.flatMap(({ problems }) => problems),
		missing: steps.flatMap(({ missing }) => missing),
	};
}

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
