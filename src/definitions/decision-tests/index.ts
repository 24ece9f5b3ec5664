export { decisionTestsShape } from "./decision-tests-shape.ts";
export { type DecisionTest, type DecisionTests, type ParsedTests, parseDecisionTests } from "./parse-decision-tests.ts";
