import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { COPY_OPTIONS } from "../programs/copying.ts";
import { access, distinct, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

/**
 * Reads the words of cp, mv and install for the names that they do not spell out: backups, the path below the target with
 * `--parents`, and whatever a source that is a tree or not known brings along.
 */
export const copiedNames: Analyser = (words) => {
	const read = readArguments(words, COPY_OPTIONS);
	const directory = valuesOf(read, "-t").at(-1);
	const operands = read.operands;
	const target = directory ?? (operands.length > 1 ? operands.at(-1) : undefined);
	if (target === undefined || target === null) return [];
	const sources = directory === undefined ? operands.slice(0, -1) : operands;
	return distinct([...backups(read, sources, target), ...sources.flatMap((source) => brought(read, source, target))]);
};

/** What stands at the target is kept under another name. */
function backups(read: ReadArguments, sources: readonly (string | null)[], target: string): readonly AnalyserFinding[] {
	if (!has(read, "-b", "-S")) return [];
	const suffix = valuesOf(read, "-S").at(-1) ?? (has(read, "-S") ? null : "~");
	if (suffix === null) return [undecided("", "the name of the backup is only known when the shell runs")];
	const known = sources.filter((source) => source !== null);
	return [access("write", `${target}${suffix}`), ...known.map((source) => access("write", `${target}/${nameOf(source ?? "")}${suffix}`))];
}

function brought(read: ReadArguments, source: string | null, target: string): readonly AnalyserFinding[] {
	if (source === null) return writesBelow(target);
	if (has(read, "--parents")) return [access("write", `${target}/${source}`)];
	// SECURITY: `cp -r x/. .` and `cp -rT x .` pour the content of one directory into another.
	const pours = /(?:^|\/)\.{1,2}\/*$/.test(source) || has(read, "-T");
	return pours && has(read, "-R", "-a") ? writesBelow(target) : [];
}

function nameOf(path: string): string {
	const trimmed = path.replace(/\/+$/, "");
	return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}
