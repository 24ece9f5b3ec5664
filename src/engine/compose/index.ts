/** From definitions and overrides to one composed profile that remembers where each entry was written. */
export { conditioned, conditionProblems } from "./apply-definition.ts";
export { type ComposeAgentOptions, composeAgent } from "./compose-agent.ts";
export { type ComposeOptions, composeProfile, EMPTY_CATALOG } from "./compose-profile.ts";
export type { ComposeOutcome } from "./finish-composition.ts";
