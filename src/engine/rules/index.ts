/** What stands in the brackets of `Bash(…)`: read as people write it, and compared with the words of a command. */
export {
	type CommandPattern,
	commandPatternText,
	commandText,
	parseCommandPattern,
	parseForbiddingPatterns,
	type WordForm,
} from "./command-pattern.ts";
export { FREE_NAMES, isFreeName, isFreePair } from "./free-names.ts";
export { type Bindings, fitsPieces, fitsWord, formsOf, holdsBindings, matchPattern, NO_BINDINGS } from "./match-pattern.ts";
