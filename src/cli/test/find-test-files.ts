import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { configurationHome } from "../../platform/index.ts";

/** The test files that words name: the files themselves, and every `*.test.yaml` below a folder. */
export function findTestFiles(words: readonly string[], home: string | undefined, directory: string): readonly string[] {
	const places = words.length === 0 ? [configurationHome(home), join(directory, ".writ")] : words.map((word) => resolve(directory, word));
	return places.flatMap((place) => (isFolder(place) ? testsBelow(place) : words.length === 0 ? [] : [place]));
}

function testsBelow(folder: string): readonly string[] {
	return globSync("**/*.test.{yaml,yml}", { cwd: folder, exclude: (name) => name === "node_modules" })
		.toSorted()
		.map((path) => join(folder, path));
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
