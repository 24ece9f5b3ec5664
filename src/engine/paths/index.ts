/** One path: entries read and written, matched, contained in each other, expanded and located on the disk. */
export { comparePaths, containsPathEntry, containsPaths, type PathScope } from "./contains-paths.ts";
export {
	canonicalPathEntry,
	canonicalRulePaths,
	directoryOf,
	joinEntry,
	type PathUse,
	splitEntry,
	weighEntry,
	writtenPathEntry,
	writtenRulePath,
} from "./entries.ts";
export { type Expansion, expandGlob, readGlobPart } from "./expand-glob.ts";
export { escapeGlob, expandAlternatives } from "./glob.ts";
export { type Located, locatePath, normalizePath, parentOf } from "./locate-path.ts";
export { once } from "./once.ts";
export { compilePathSet, type PathMatcher } from "./path-set.ts";
export { type PathPattern, patternsAt } from "./patterns.ts";
