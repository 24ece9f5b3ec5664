/** The public engine, `writ/engine`: pure, synchronous, also for a browser. */
export { type Attenuation, attenuate as attenuateWrit } from "./attenuate/index.ts";
export { type AttenuateWishOptions, attenuateWish as attenuate, type WishOutcome } from "./attenuate-wish.ts";
export {
	type ComposeAgentOptions,
	type ComposeOptions,
	type ComposeOutcome,
	composeAgent,
	composeProfile,
	EMPTY_CATALOG,
} from "./compose/index.ts";
export { effectiveTerms, refusedTool } from "./decide/index.ts";
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
	canonicalHost,
	canonicalPathEntry,
	canonicalToolName,
	ceilingShape,
	checkShape,
	childPath,
	compilePathSet,
	findProgram,
	findTool,
	fragmentShape,
	type Json,
	nearestName,
	type ObjectShape,
	overridesShape,
	type PathPattern,
	PROGRAMS,
	type ProgramTable,
	parseCommandPattern,
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
	writtenPathEntry,
} from "./match/index.ts";
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
