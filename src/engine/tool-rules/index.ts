/** The rules of a profile for its tools, such as `Read(~/docs/**)`: parsed, matched with a tool, contained in each other. */
export { compareRules, containsArgumentRule, containsRules, patternLookup, type RuleScope, uncoveredRules } from "./contains-rules.ts";
export { compileRuleTools, compileToolName, deniedPlaces } from "./matches-tool.ts";
export {
	allowedEntry,
	allowedText,
	isConditional,
	isConditionalEntry,
	parseRule,
	parseTermsRule,
	type Rule,
	type RulePattern,
	type RuleTarget,
	readRules,
	readTermsRules,
	type TermsRule,
	targetText,
	unconditional,
} from "./rule.ts";
export { parseToolName, toolNameText } from "./tool-name.ts";
export { compareWildcards, compileWildcard } from "./wildcard.ts";
