import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	realpathSync,
	type Stats,
	statSync,
} from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import type { Layer, Problem } from "../engine/index.ts";
import { errorCode } from "./error-code.ts";

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

/** What one layer holds, and what in it could not be read. */
export interface DefinitionFolder {
	readonly files: readonly DefinitionFile[];
	readonly problems: readonly Problem[];
}

const FOLDERS = { profiles: "profile", fragments: "fragment", agents: "agent" } as const;
const ENDINGS = { profile: [".yaml", ".yml"], fragment: [".yaml", ".yml"], agent: [".yaml", ".yml", ".md"] } as const;
const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 10_000;
const MOST_DEPTH = 8;

/** The definitions of one layer: `profiles/`, `fragments/` and `agents/` of a folder, and its `ceiling.yaml` where that counts. */
export function readDefinitions(folder: string, layer: Layer): DefinitionFolder {
	const reading: Reading = { files: [], problems: [], layer, top: realPathOrNone(folder) ?? folder };
	for (const [name, kind] of Object.entries(FOLDERS)) readFolder(reading, join(folder, name), kind);
	// SECURITY: a project cannot bring a ceiling of its own; only the person's home has one.
	if (layer === "user") readCeiling({ ...reading, layer: "ceiling" }, join(folder, "ceiling.yaml"));
	return { files: reading.files, problems: reading.problems };
}

/** One definition that a person named; its folder, or else its ending, tells the kind. */
export function readDefinitionFile(path: string, layer: Layer): DefinitionFolder {
	const reading: Reading = { files: [], problems: [], layer, top: realPathOrNone(dirname(path)) ?? dirname(path) };
	const [, folder = "", name = basename(path)] = /(?:^|\/)(profiles|fragments|agents)\/(.+)$/.exec(path) ?? [];
	const kind = isFolder(folder) ? FOLDERS[folder] : path.endsWith(".md") ? "agent" : "profile";
	if (basename(path) === "ceiling.yaml") readFile({ ...reading, layer: "ceiling" }, path, "ceiling", "ceiling");
	else readFile(reading, path, kind, name.slice(0, name.length - extname(name).length));
	return reading;
}

function isFolder(name: string): name is keyof typeof FOLDERS {
	return Object.hasOwn(FOLDERS, name);
}

interface Reading {
	readonly files: DefinitionFile[];
	readonly problems: Problem[];
	readonly layer: Layer;
	/** The layer's folder with its links followed: nothing outside it is read. */
	readonly top: string;
}

function readCeiling(reading: Reading, path: string): void {
	// What is there and cannot be read must not count as absent: nothing would bound the rest.
	if (entryExists(path)) readFile(reading, path, "ceiling", "ceiling");
}

function readFolder(reading: Reading, folder: string, kind: "profile" | "fragment" | "agent"): void {
	for (const path of filesBelow(reading, folder, 0)) {
		const ending = extname(path);
		// Decision tests lie beside the definitions.
		if (!(ENDINGS[kind] as readonly string[]).includes(ending) || path.endsWith(`.test${ending}`)) continue;
		readFile(reading, path, kind, relative(folder, path).slice(0, -ending.length));
	}
}

function filesBelow(reading: Reading, folder: string, depth: number): readonly string[] {
	const entries = entriesOf(reading, folder);
	if (entries.length > 0 && depth > MOST_DEPTH) {
		report(reading, folder, "too-deep", `Folders nest deeper than ${MOST_DEPTH}.`);
		return [];
	}
	return entries.flatMap((name) => {
		const path = join(folder, name);
		if (name.startsWith(".")) return [];
		return statOrNone(path)?.isDirectory() ? filesBelow(reading, path, depth + 1) : [path];
	});
}

function entriesOf(reading: Reading, folder: string): readonly string[] {
	try {
		if (!isInside(reading, folder)) return [];
		return readdirSync(folder).toSorted();
	} catch (error) {
		const code = errorCode(error);
		if (code !== "ENOENT") report(reading, folder, "not-readable", `This folder cannot be read (${code}).`);
		return [];
	}
}

function readFile(reading: Reading, path: string, kind: DefinitionFile["kind"], name: string): void {
	if (reading.files.length >= MOST_FILES) {
		reportOnce(reading, path, "too-many", `More than ${MOST_FILES} definitions in one layer.`);
		return;
	}
	try {
		if (!isInside(reading, path)) return;
		const bytes = readRegularFile(path);
		if ("code" in bytes) report(reading, path, bytes.code, bytes.message);
		else reading.files.push({ path, bytes, layer: reading.layer, kind, name });
	} catch (error) {
		report(reading, path, "not-readable", `This file cannot be read (${errorCode(error)}).`);
	}
}

/** SECURITY: a definition that leads out of its layer through a link would let a project read, or be governed by, other files. */
function isInside(reading: Reading, path: string): boolean {
	const real = realpathSync(path);
	if (real === reading.top || real.startsWith(`${reading.top}/`)) return true;
	report(reading, path, "link-outside", "This is a link that leads out of the folder of definitions; it is not read.");
	return false;
}

/** The bytes, or why they are not read; opened without waiting, so that a pipe with no writer cannot hold us up. */
function readRegularFile(path: string): Uint8Array | { readonly code: string; readonly message: string } {
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile()) return { code: "not-a-file", message: "This is not a regular file." };
		if (stats.size > MOST_BYTES)
			return { code: "too-large", message: `This file has ${stats.size} bytes; a definition has at most ${MOST_BYTES}.` };
		return readFileSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

function reportOnce(reading: Reading, file: string, code: string, message: string): void {
	if (!reading.problems.some((problem) => problem.code === code)) report(reading, file, code, message);
}

function report(reading: Reading, file: string, code: string, message: string): void {
	reading.problems.push({ severity: "error", code, path: "", message, source: { layer: reading.layer, file } });
}

function realPathOrNone(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
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
