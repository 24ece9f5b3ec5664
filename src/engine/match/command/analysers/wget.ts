import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { WGET_OPTIONS } from "../programs/wget.ts";
import { access, undecided } from "./findings.ts";
import { has, type ReadArguments, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of wget: unless it only looks, or prints, what it fetches is written. */
export const wget: Analyser = (words) => {
	const read = readArguments(words, WGET_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
	const outputs = valuesOf(read, "-O", "-o", "-a", "--save-cookies", "--rejected-log", "--hsts-file", "--warc-file", "--warc-tempdir");
	const written = outputs.flatMap((value): readonly AnalyserFinding[] => {
		if (value === null) return [undecided("", "the file that is written is only known when the shell runs")];
		return value === "-" ? [] : [access("write", value)];
	});
	return [...written, ...(has(read, "-b") ? [access("write", "wget-log")] : []), ...fetched(read)];
};

/** Where the documents go when no single file is named. */
function fetched(read: ReadArguments): readonly AnalyserFinding[] {
	if (has(read, "-O") || has(read, "--spider") || (read.operands.length === 0 && !has(read, "-i"))) return [];
	const directory = valuesOf(read, "-P").at(-1);
	if (directory === null) return [undecided("", "the directory is only known when the shell runs")];
	if (has(read, "-r", "-m", "-p", "-x", "-i", "--content-disposition", "--trust-server-names")) return writesBelow(directory ?? ".");
	const below = directory === undefined ? "" : `${directory}/`;
	return read.operands.map((url) => access("write", below + lastPart(url ?? "")));
}

/** wget names a document by the last part of its path, with the query. */
function lastPart(url: string): string {
	const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/#.*$/s, "");
	const slash = path.indexOf("/");
	return (slash < 0 ? "" : path.slice(path.lastIndexOf("/", path.indexOf("?") < 0 ? path.length : path.indexOf("?")) + 1)) || "index.html";
}
