import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadCatalog, shippedCatalog, sortProblems } from "../../definitions/index.ts";
import { type Catalog, type ComposeOutcome, composeAgent, composeProfile, type Problem, sealComposition } from "../../engine/index.ts";
import {
	configurationHome,
	type DefinitionFile,
	type DefinitionFolder,
	readDefinitionFile,
	readDefinitions,
} from "../../platform/index.ts";
import { withoutDefinitions } from "../without-definitions.ts";

/** What a check found, and how many definitions it looked at. */
export interface Checked {
	readonly problems: readonly Problem[];
	readonly checked: number;
}

/** Checks definitions as they would take effect: read, composed and sealed, every one of them. */
export function checkDefinitions(words: readonly string[], home: string | undefined, directory: string): Checked {
	const own = [readDefinitions(configurationHome(home), "user"), readDefinitions(join(directory, ".writ"), "project")];
	if (words.length === 0) return checkFolders(own, shippedCatalog);
	const named = words.map((word) => readNamed(resolve(directory, word)));
	const surroundings = loadCatalog(filesOf(own), shippedCatalog);
	return checkFolders(named, withoutNames(surroundings, filesOf(named)));
}

function checkFolders(folders: readonly DefinitionFolder[], surroundings: Catalog): Checked {
	const files = filesOf(folders);
	const catalog = loadCatalog(files, surroundings);
	const problems = [
		...folders.flatMap((folder) => folder.problems),
		...catalog.problems,
		...files.flatMap((file) => effectProblems(file, catalog)),
	];
	// What two definitions have from one file is one problem.
	const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
	return { checked: files.length, problems: sortProblems([...different.values()]) };
}

/** A folder of definitions, or one file. */
function readNamed(path: string): DefinitionFolder {
	if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return readDefinitionFile(path, "user");
	const folder = readDefinitions(path, "user");
	if (folder.files.length > 0 || folder.problems.length > 0) return folder;
	const message = "There are no definitions here: they lie in folders named profiles, fragments and agents.";
	return { files: [], problems: [{ severity: "error", code: "not-found", path: "", message, source: { layer: "user", file: path } }] };
}

/** The names that are checked belong to the files that were named, and what is wrong elsewhere was not asked for. */
function withoutNames(catalog: Catalog, files: readonly DefinitionFile[]): Catalog {
	const { ceiling, ...rest } = catalog;
	const bound = ceiling === undefined || files.some(({ kind }) => kind === "ceiling") ? {} : { ceiling };
	const names = (kind: DefinitionFile["kind"]) => new Set(files.filter((file) => file.kind === kind).map(({ name }) => name));
	return withoutDefinitions(
		{ ...rest, ...bound, problems: [] },
		{ profiles: names("profile"), fragments: names("fragment"), agents: names("agent") },
	);
}

/** What is wrong only once a definition is worked out: names that lead nowhere, circles, rules that never match, loosening. */
function effectProblems({ kind, name }: DefinitionFile, catalog: Catalog): readonly Problem[] {
	if (kind === "profile" && Object.hasOwn(catalog.profiles, name)) return sealProblems(composeProfile(name, catalog));
	if (kind !== "agent" || !Object.hasOwn(catalog.agents, name)) return [];
	// An agent definition may leave the choice of its profile to whoever starts it.
	return sealProblems(composeAgent(name, catalog)).filter(({ code }) => code !== "no-profile");
}

function sealProblems(composed: ComposeOutcome): readonly Problem[] {
	if (!composed.ok) return composed.problems;
	const sealed = sealComposition(composed.composition, { agent: "checked", root: "/workspace" });
	return [...composed.warnings, ...(sealed.ok ? sealed.warnings : sealed.problems)];
}

function filesOf(folders: readonly DefinitionFolder[]): readonly DefinitionFile[] {
	return folders.flatMap(({ files }) => files);
}
