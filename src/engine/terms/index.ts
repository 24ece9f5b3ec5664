/** From a profile to terms, how terms meet, what a child takes over, and where one side asks for more than the other. */
export { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS } from "./built-in-paths.ts";
export { canonicalOrigins } from "./canonical-origins.ts";
export { deepFreeze, isDeepFrozen } from "./deep-freeze.ts";
export { compileEventSet, containsEvents, EVENTS, type EventNeed, parseEventPattern } from "./events.ts";
export { findEscalations } from "./find-escalations.ts";
export { meetBound, meetTerms } from "./meet-terms.ts";
export { ANY_TARGET, idsOf, meetTargets, type Relations, targetsBeyond, targetsForChild } from "./targets.ts";
export { boundOn, samePlaces, termsForChild } from "./terms-for-child.ts";
export { type TermsOutcome, termsOfBound, termsOfProfile } from "./terms-of-profile.ts";
