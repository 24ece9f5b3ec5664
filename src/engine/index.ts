/** The public engine, `writ/engine`: pure, synchronous, also for a browser. */
export { type Attenuation, attenuate as attenuateWrit, effectiveTerms } from "./attenuate/index.ts";
export {
	type ComposeAgentOptions,
	type ComposeOptions,
	type ComposeOutcome,
	composeAgent,
	composeProfile,
	conditioned,
	conditionProblems,
	EMPTY_CATALOG,
} from "./compose/index.ts";
export { type Link, lineOf, refusedTool, withoutAncestor } from "./decide/index.ts";
export { type Change, diffTerms, diffWrits, type Witness, type WritDiff } from "./diff/index.ts";
export {
	type ExplainedStep,
	type Explanation,
	type MatchedEntry,
	narrowestRule,
	type Remedy,
	type RemedyChange,
	requestText,
	type StepDetail,
	type StepOutcome,
	sourceText,
} from "./explain/index.ts";
export { canonicalHost, parseHostEntry } from "./hosts/index.ts";
export * from "./language/index.ts";
export { canonicalPathEntry, compilePathSet, type PathPattern, patternsAt, splitEntry, writtenPathEntry } from "./paths/index.ts";
export { findProgram, PROGRAMS, type ProgramTable } from "./programs/index.ts";
export { parseCommandPattern } from "./rules/index.ts";
export {
	canonicalJson,
	digestTerms,
	type MoveOutcome,
	moveWrit,
	type SealContext,
	type SealOutcome,
	sealComposition,
	sha256,
} from "./seal/index.ts";
export {
	type AnythingShape,
	agentDefinitionShape,
	type BooleanShape,
	type ChoiceShape,
	ceilingShape,
	checkShape,
	childPath,
	fragmentShape,
	type Infer,
	type Json,
	type ListShape,
	type NullableShape,
	type NumberShape,
	nearestName,
	type ObjectShape,
	overridesShape,
	profileShape,
	quoteText,
	type ReadOutcome,
	type RecordShape,
	readShape,
	type Shape,
	type ShapeKeys,
	type TextShape,
	toJsonSchema,
} from "./shapes/index.ts";
export {
	type AttenuateWishOptions,
	attenuateWish as attenuate,
	decideRequest as decide,
	explainRequest as explain,
	type SealProfileOptions,
	sealProfile,
	type WishOutcome,
} from "./stages.ts";
export { EVENTS } from "./terms/index.ts";
export {
	allowedEntry,
	allowedText,
	isConditional,
	isConditionalEntry,
	parseRule,
	patternLookup,
	unconditional,
} from "./tool-rules/index.ts";
export {
	canonicalToolName,
	findServedTool,
	findTool,
	SERVED_TOOLS,
	type ServedToolName,
	subjectArgument,
	TOOLS,
	targetArgument,
	twinsOf,
} from "./tools/index.ts";
