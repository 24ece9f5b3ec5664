import { CONFINEMENT_LEVELS, type ConfinementLevel, type Writ } from "../../engine/index.ts";
import type { PlanProblem } from "./plan-problem.ts";
import type { Missing } from "./sandbox-plan.ts";

/** Whether this machine confines as strongly as the writ asks, and what of the writ it does not hold. */
export function planLevel(
	{ terms }: Writ,
	level: ConfinementLevel,
	network: boolean,
): { readonly problems: readonly PlanProblem[]; readonly missing: readonly Missing[] } {
	const least = terms.sandbox.minimum_level;
	const below = (other: ConfinementLevel): boolean => CONFINEMENT_LEVELS.indexOf(level) < CONFINEMENT_LEVELS.indexOf(other);
	const problem: PlanProblem = {
		code: "sandbox-level",
		exit: 3,
		what: "sandbox.minimum_level",
		message: `The writ asks for level ${least}, and this machine has ${level}.`,
		cure: "See `writ doctor` for what is missing and how to get it.",
	};
	const gaps: readonly (Missing | false)[] = [
		below("L4") &&
			terms.resources.max_memory_mb !== null && {
				what: "resources.max_memory_mb",
				why: "Hard for each process; for all together it is measured each second (soft) below L4.",
			},
		below("L3") && { what: "filesystem.protected_paths", why: `Level ${level} cannot hide or pin a path inside a writable tree.` },
		below("L3") && network && { what: "network.allow", why: `Level ${level} cannot tell hosts apart by name.` },
		below("L3") && !terms.sandbox.unix_sockets && { what: "sandbox.unix_sockets", why: `Level ${level} does not close them.` },
		below("L3") && { what: "processes", why: `At level ${level} a process can outlive its supervisor.` },
		below("L2") && { what: "sandbox", why: level === "L1" ? "Level L1 is untested." : "Level L0 confines nothing." },
	];
	return { problems: below(least) ? [problem] : [], missing: gaps.filter((gap) => gap !== false) };
}
