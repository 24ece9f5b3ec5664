/** The public engine, `writ/engine`: pure, synchronous, also for a browser. */
export { attenuate } from "./attenuate/index.ts";
export { composeProfile } from "./compose/index.ts";
export { decide } from "./decide/index.ts";
export { sealProfile } from "./seal-profile.ts";
export {
	agentDefinitionShape,
	canonicalPathEntry,
	canonicalToolName,
	ceilingShape,
	checkShape,
	childPath,
	findProgram,
	findTool,
	fragmentShape,
	type Json,
	nearestName,
	overridesShape,
	PROGRAMS,
	type ProgramTable,
	parseHostEntry,
	parseRule,
	profileShape,
	quoteText,
	type ReadOutcome,
	readShape,
	type Shape,
	TOOLS,
	toJsonSchema,
	writtenPathEntry,
} from "./match/index.ts";
export * from "./vocabulary/index.ts";
