export { lookAt } from "./look-at.ts";
export { type HardLinkTreatment, planRun } from "./plan-run.ts";
export { type Survey, surveyTrees } from "./survey-trees.ts";
