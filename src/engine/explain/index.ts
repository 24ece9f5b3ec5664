export { explain } from "./explain.ts";
export type { ExplainedStep, Explanation, MatchedEntry, Remedy, RemedyChange, StepDetail, StepOutcome } from "./explanation.ts";
export { sourceText } from "./explanation-text.ts";
export { narrowestRule } from "./narrowest-rule.ts";
export { requestText } from "./request-text.ts";
