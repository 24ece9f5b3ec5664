import { statSync } from "node:fs";
import { resolve } from "node:path";
import { loadCatalog, shippedCatalog, sortProblems } from "../../definitions/index.ts";
import type { Catalog, Problem } from "../../engine/index.ts";
import {
	configurationHome,
	type DefinitionFile,
	type DefinitionFolder,
	readDefinitionFile,
	readDefinitions,
	readLayers,
} from "../../platform/index.ts";
import { unreadableFile } from "../unreadable-file.ts";
import { withoutDefinitions } from "../without-definitions.ts";
import { effectProblems } from "./effect-problems.ts";

/** What a check found, and how many definitions it looked at. */
export interface Checked {
	readonly problems: readonly Problem[];
	readonly checked: number;
}

/** Checks definitions as they would take effect: read, composed and sealed, every one of them. */
export function checkDefinitions(words: readonly string[], home: string | undefined, directory: string): Checked {
	const own = readLayers(configurationHome(home), directory);
	if (words.length === 0) return checkFolders(own, shippedCatalog);
	const named = words.map((word) => readNamed(word, resolve(directory, word)));
	const surroundings = loadCatalog(filesOf(own), shippedCatalog);
	return checkFolders(named, withoutNames(surroundings, filesOf(named)));
}

function checkFolders(folders: readonly DefinitionFolder[], surroundings: Catalog): Checked {
	const files = filesOf(folders);
	const catalog = loadCatalog(files, surroundings);
	const read = [...folders.flatMap((folder) => folder.problems), ...catalog.problems];
	const effects = files.flatMap((file) => effectProblems(file, catalog));
	return { checked: files.length, problems: sortProblems(distinct([...read, ...effects])) };
}

/** What two definitions have from one file, or what shows when it is read and again when it is worked out, is one problem. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
	const placeOf = ({ source }: Problem) => JSON.stringify([source?.file, source?.line, source?.column]);
	const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(placeOf));
	const different = new Map<string, Problem>();
	for (const problem of problems) {
		const { severity, source, code, message } = problem;
		// What is mended for the error is looked at again then.
		if (severity === "warning" && source?.line !== undefined && wrong.has(placeOf(problem))) continue;
		// The number of an entry differs where lists were joined.
		const says = message.replace(/^\S+(?=: )/, (path) => path.replaceAll(/\[\d+\]$/g, ""));
		const key = JSON.stringify([placeOf(problem), code, says]);
		if (!different.has(key)) different.set(key, problem);
	}
	return [...different.values()];
}

/** A folder of definitions, or one file. */
function readNamed(word: string, path: string): DefinitionFolder {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return { files: [], problems: [unreadableFile(word, path, "ENOENT")] };
	if (!stats.isDirectory()) return readDefinitionFile(path, "user");
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

function filesOf(folders: readonly DefinitionFolder[]): readonly DefinitionFile[] {
	return folders.flatMap(({ files }) => files);
}
