export { lookAt } from "./look-at.ts";
export { surveyTrees } from "./survey-trees.ts";
