/** Why a request is decided as it is, step by step, and the smallest change that would allow it. */
export { explain } from "./explain.ts";
export type { ExplainedStep, Explanation, MatchedEntry, Remedy, RemedyChange, StepDetail, StepOutcome } from "./explanation.ts";
export { requestText, sourceText } from "./explanation-text.ts";
export { narrowestRule } from "./remedy/tool-candidates.ts";
