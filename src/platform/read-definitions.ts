import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import type { Layer, Problem } from "../engine/index.ts";
import { isBelow, readRegularFile } from "./read-regular-file.ts";
import { errorCode } from "./writ-error.ts";

/** One definition as it lies on the disk, not read as YAML yet. */
export interface DefinitionFile {
	/** As a person would name it. */
	readonly path: string;
	readonly bytes: Uint8Array;
	readonly layer: Layer;
	readonly kind: "profile" | "fragment" | "agent" | "ceiling";
	/** Its place below the folder of its kind, without the ending: `nexus/trusted`. */
	readonly name: string;
}

/** What one layer holds, and what in it could not be read; a problem of one definition names it, one of a folder does not. */
export interface DefinitionFolder {
	readonly files: readonly DefinitionFile[];
	readonly problems: readonly Problem[];
}

const FOLDERS = { profiles: "profile", fragments: "fragment", agents: "agent" } as const;
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
	profile: [".yaml", ".yml"],
	fragment: [".yaml", ".yml"],
	agent: [".yaml", ".yml", ".md"],
};
const MOST_FILES = 10_000;
const MOST_DEPTH = 8;

/** The definitions of one layer: `profiles/`, `fragments/` and `agents/` of a folder, and its `ceiling.yaml` where that counts. */
export function readDefinitions(folder: string, layer: Layer): DefinitionFolder {
	const reading = startReading(folder, layer);
	for (const [name, kind] of Object.entries(FOLDERS)) readFolder(reading, join(folder, name), kind);
	// SECURITY: a project cannot bring a ceiling of its own; only the person's home has one.
	if (layer === "user") readCeiling(reading, join(folder, "ceiling.yaml"));
	return { files: reading.files, problems: reading.problems };
}

/** One definition that a person named; its folder, or else its ending, tells the kind. */
export function readDefinitionFile(path: string, layer: Layer): DefinitionFolder {
	const reading = startReading(dirname(path), layer);
	const [, folder = "", name = basename(path)] = /(?:^|\/)(profiles|fragments|agents)\/(.+)$/.exec(path) ?? [];
	const kind = isFolderName(folder) ? FOLDERS[folder] : path.endsWith(".md") ? "agent" : "profile";
	if (basename(path) === "ceiling.yaml") readFile({ ...reading, layer: "ceiling" }, path, "ceiling", "ceiling");
	else readFile(reading, path, kind, withoutEnding(name));
	return { files: reading.files, problems: reading.problems };
}

interface Reading {
	readonly files: DefinitionFile[];
	readonly problems: Problem[];
	readonly layer: Layer;
	/** The layer's folder with its links followed: nothing outside it is read. */
	readonly top: string;
}

function startReading(folder: string, layer: Layer): Reading {
	let top = folder;
	try {
		top = realpathSync(folder);
	} catch {
		// What is not there has nothing to read.
	}
	return { files: [], problems: [], layer, top };
}

function readCeiling(reading: Reading, path: string): void {
	// What is there and cannot be read must not count as absent: nothing would bound the rest.
	if (entryExists(path)) readFile({ ...reading, layer: "ceiling" }, path, "ceiling", "ceiling");
}

function readFolder(reading: Reading, folder: string, kind: DefinitionFile["kind"]): void {
	for (const path of filesBelow(reading, folder, 0)) {
		const ending = extname(path);
		// Decision tests lie beside the definitions.
		if (!ENDINGS[kind]?.includes(ending) || path.endsWith(`.test${ending}`)) continue;
		readFile(reading, path, kind, withoutEnding(relative(folder, path)));
	}
}

function filesBelow(reading: Reading, folder: string, depth: number): readonly string[] {
	const entries = entriesOf(reading, folder);
	if (entries.length > 0 && depth > MOST_DEPTH) {
		report(reading, folder, "too-deep", `Folders nest deeper than ${MOST_DEPTH}.`);
		return [];
	}
	return entries
		.filter((name) => !name.startsWith("."))
		.map((name) => join(folder, name))
		.flatMap((path) => (statOrNone(path)?.isDirectory() ? filesBelow(reading, path, depth + 1) : [path]));
}

function entriesOf(reading: Reading, folder: string): readonly string[] {
	try {
		if (isBelow(realpathSync(folder), reading.top)) return readdirSync(folder).toSorted();
		report(reading, folder, "link-outside", "This is a link that leads out of the folder of definitions; it is not read.");
	} catch (error) {
		const code = errorCode(error);
		if (code !== "ENOENT") report(reading, folder, "not-readable", `This folder cannot be read (${code}).`);
	}
	return [];
}

function readFile(reading: Reading, path: string, kind: DefinitionFile["kind"], name: string): void {
	if (reading.files.length >= MOST_FILES) {
		const isKnown = reading.problems.some(({ code }) => code === "too-many");
		if (!isKnown) report(reading, path, "too-many", `There are more than ${MOST_FILES} definitions in one layer.`);
		return;
	}
	const read = readRegularFile(path, reading.top);
	if (read.ok) reading.files.push({ path, bytes: read.bytes, layer: reading.layer, kind, name });
	else report(reading, path, read.code, read.message, name);
}

function report(reading: Reading, file: string, code: string, message: string, definition?: string): void {
	const source = { layer: reading.layer, file, ...(definition === undefined ? {} : { definition }) };
	reading.problems.push({ severity: "error", code, path: "", message, source });
}

function isFolderName(name: string): name is keyof typeof FOLDERS {
	return Object.hasOwn(FOLDERS, name);
}

function withoutEnding(name: string): string {
	return name.slice(0, name.length - extname(name).length);
}

function entryExists(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch (error) {
		return errorCode(error) !== "ENOTDIR";
	}
}

function statOrNone(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/**
 * What a person wrote into the home, and what the project in a folder brings. Where both are one folder, as in a person's own home directory,
 * it is the person's.
 */
export function readLayers(home: string, directory: string): readonly DefinitionFolder[] {
	const project = join(directory, ".writ");
	const user = readDefinitions(home, "user");
	return isSameFolder(home, project) ? [user] : [user, readDefinitions(project, "project")];
}

function isSameFolder(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other);
	} catch {
		// One of them is not there.
		return false;
	}
}
