import { CONFINEMENT_LEVELS, type ConfinementLevel } from "../../engine/index.ts";

/** Whether a level confines as strongly as another. */
export function atLeast(level: ConfinementLevel, other: ConfinementLevel): boolean {
	return CONFINEMENT_LEVELS.indexOf(level) >= CONFINEMENT_LEVELS.indexOf(other);
}
