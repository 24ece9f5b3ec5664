export type { RuleScope } from "./compare-patterns.ts";
export {
	allowedEntry,
	allowedText,
	isConditional,
	isConditionalEntry,
	parseTermsRule,
	readTermsRules,
	type TermsRule,
	unconditional,
} from "./conditional-rule.ts";
export { compareRules, containsRules, patternLookup, uncoveredRules } from "./contains-rules.ts";
export { deniedPlaces } from "./file-tools.ts";
export { compileRuleTools, compileToolName } from "./matches-tool.ts";
export {
	type PatternLookup,
	parseRule,
	type Rule,
	type RuleOutcome,
	type RulePattern,
	type RulesOutcome,
	type RuleTarget,
	readRules,
	targetText,
} from "./parse-rule.ts";
export { parseToolName, type ToolName, toolNameText } from "./tool-name.ts";
