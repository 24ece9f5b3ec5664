export { type ComposeAgentOptions, composeAgent } from "./compose-agent.ts";
export type { ComposeOutcome } from "./compose-outcome.ts";
export { type ComposeOptions, composeProfile, EMPTY_CATALOG } from "./compose-profile.ts";
export { conditioned, conditionProblems } from "./condition-fragment.ts";
