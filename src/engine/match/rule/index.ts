export type { RuleScope } from "./compare-patterns.ts";
export { compareRules, containsRules, patternLookup, uncoveredRules } from "./contains-rules.ts";
export { compileToolName } from "./matches-tool.ts";
export { type PatternLookup, parseRule, type Rule, type RuleOutcome, type RulePattern, type RuleTarget, targetText } from "./parse-rule.ts";
export { parseToolName, type ToolName, toolNameText } from "./tool-name.ts";
