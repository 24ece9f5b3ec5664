/** The public engine, `writ/engine`: pure, synchronous, also for a browser. */
export { type Attenuation, attenuate as attenuateWrit, effectiveTerms } from "./attenuate/index.ts";
export { type AttenuateWishOptions, attenuateWish as attenuate, type WishOutcome } from "./attenuate-wish.ts";
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
export { decideRequest as decide } from "./decide-request.ts";
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
export { explainRequest as explain } from "./explain-request.ts";
export {
	agentDefinitionShape,
	allowedEntry,
	allowedText,
	canonicalHost,
	canonicalPathEntry,
	canonicalToolName,
	ceilingShape,
	checkShape,
	childPath,
	compilePathSet,
	findTool,
	fragmentShape,
	isConditional,
	isConditionalEntry,
	type Json,
	nearestName,
	type ObjectShape,
	overridesShape,
	type PathPattern,
	parseHostEntry,
	parseRule,
	patternLookup,
	patternsAt,
	profileShape,
	quoteText,
	type ReadOutcome,
	readShape,
	type Shape,
	splitEntry,
	TOOLS,
	toJsonSchema,
	unconditional,
	writtenPathEntry,
} from "./match/index.ts";
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
export { type SealProfileOptions, sealProfile } from "./seal-profile.ts";
export * from "./vocabulary/index.ts";
