import { findProgram, type InstalledPrograms } from "../programs/index.ts";
import type { Analysis, Inner } from "./analysis.ts";
import { type Argument, staticArgument } from "./argument.ts";
import type { FileAccess } from "./command-policy.ts";
import type { Scene } from "./judging.ts";
import { leavesPlainFiles } from "./makers.ts";

/**
 * A launcher of a program that the project has installed (`npx tsc`, `pnpm tsc`, `uv run pytest`), as one that needs no
 * rule of its own: the rules for the program decide. Any other command comes back as it is.
 */
export function seeInstalled(analysis: Analysis, files: FileAccess, scene: Scene): Analysis {
	const inner = analysis.inner[0];
	const installed = analysis.form.launcher?.installed;
	if (installed !== undefined && inner !== undefined && inner.at > 0) {
		const own = analysis.needs.filter(({ at }) => at > inner.at);
		return seeThrough(analysis, inner, installed, own, files, scene);
	}
	const places = findProgram(analysis.program)?.runsInstalled;
	const at = places === undefined ? -1 : (analysis.needs.find(({ hides }) => hides === "alias")?.at ?? -1);
	if (places === undefined || at < 1) return analysis;
	const named: Inner = { words: analysis.words.slice(at), at, appends: false, needsRule: null, assignments: [] };
	return seeThrough(analysis, named, places, [], files, scene);
}

/** The launcher's own words are of a closed list, so that they need no rule; `needs` are those of what stands behind the name. */
function seeThrough(
	analysis: Analysis,
	inner: Inner,
	installed: InstalledPrograms,
	needs: Analysis["needs"],
	files: FileAccess,
	scene: Scene,
): Analysis {
	const first = inner.words[0]?.text ?? "";
	const own = analysis.words.slice(1, inner.at);
	if (!own.every(({ text }) => text !== null && (text === analysis.step || installed.options.includes(text)))) return analysis;
	const name = programOf(first, files, scene);
	if (name === null || !isInstalled(name, installed.places, files, scene)) return analysis;
	const words = name === first ? inner.words : [staticArgument(name, first), ...inner.words.slice(1)];
	return { ...analysis, needs, inner: [{ ...inner, words, needsRule: null }], transparent: true };
}

/** The words of a command whose program is written as the path of an installed one (`node_modules/.bin/tsc`); else `null`. */
export function writtenInstalled(words: readonly Argument[], files: FileAccess, scene: Scene): readonly Argument[] | null {
	const path = words[0]?.text ?? "";
	const name = INSTALLED_PATH.exec(path)?.[1];
	if (name === undefined || leavesPlainFiles(name)) return null;
	if (!scene.directories.every((directory) => files.exists(path, directory))) return null;
	return [staticArgument(name, path), ...words.slice(1)];
}

const INSTALLED_PATH = /^(?:\.\/|\/(?:[^/]+\/)+)?(?:node_modules\/\.bin|\.?venv\/bin)\/([A-Za-z0-9][\w.-]*)$/;
const PLAIN_NAME = /^[A-Za-z0-9][\w.-]*$/;
const SCOPED_NAME = /^@[a-z0-9][\w.-]*\/([a-z0-9][\w.-]*)$/;

/**
 * The program that a launcher's word names: the word itself, or the one that the installed package of a scope brings under
 * its own name (`npx @biomejs/biome`). SECURITY: a version (`tsc@5`) or an address would be fetched, and the name of a
 * program of the system is never one that a package should stand for (installed-program.test.ts).
 */
function programOf(word: string, files: FileAccess, scene: Scene): string | null {
	if (PLAIN_NAME.test(word)) return leavesPlainFiles(word) ? null : word;
	const name = SCOPED_NAME.exec(word)?.[1];
	if (name === undefined || leavesPlainFiles(name)) return null;
	return isInstalled("package.json", [`node_modules/${word}`], files, scene) ? name : null;
}

/** Whether the name stands in one of the places, from each directory in which the command may stand up to the workspace. */
function isInstalled(name: string, places: readonly string[], files: FileAccess, { directories }: Scene): boolean {
	return directories.every((directory) => places.some((place) => above(directory).some((from) => files.exists(`${place}/${name}`, from))));
}

const MOST_LEVELS = 32;

/** A directory and those above it. */
function above(directory: string): readonly string[] {
	const parts = directory.split("/").filter((part) => part !== "");
	const all = parts.map((_, index) => `/${parts.slice(0, parts.length - index).join("/")}`);
	return all.slice(0, MOST_LEVELS);
}
