import type { Analysis, Check } from "./analysis.ts";
import { ask } from "./finding.ts";
import { pathPrefixes } from "./path-prefixes.ts";
import type { ShellState } from "./shell-state.ts";
import type { MadeEntry, Walk } from "./walk.ts";

/** Programs that may put a link on the disk: by making one, by copying one, or out of an archive. */
const MAKERS: ReadonlyMap<string, "links" | "copies" | "unpacks"> = new Map([
	...["ln", "gln"].map((name) => [name, "links"] as const),
	...["cp", "gcp", "mv", "gmv"].map((name) => [name, "copies"] as const),
	...["tar", "gtar", "bsdtar", "unzip", "7z", "7za", "7zr", "7zz", "cpio", "pax", "jar", "unrar", "rsync", "git"].map(
		(name) => [name, "unpacks"] as const,
	),
]);

/**
 * Remembers what a command may have put on the disk besides plain files. SECURITY: paths are resolved before the text
 * runs, so a link that one part of it makes would lead the later parts elsewhere (made-entries.test.ts).
 */
export function rememberEntries(walk: Walk, analysis: Analysis, state: ShellState): void {
	const makes = makingOf(analysis);
	if (makes !== null && walk.made.length <= MOST_MADE) rememberMade(walk, analysis, makes, state);
}

function rememberMade(walk: Walk, analysis: Analysis, makes: "unpacks" | "links" | "copies", state: ShellState): void {
	const paths = (wanted: (check: Check) => boolean): readonly string[] =>
		analysis.checks.flatMap((check) => (wanted(check) && check.argument.text !== null ? placesOf(check.argument.text, state) : []));
	const sources =
		makes === "copies" ? paths(({ role, at }) => at > 0 && (role === "read" || role === "read-tree" || role === "remove")) : [];
	const written = paths(({ role, at }) => (role === "write" || role === "write-tree") && (at > 0 || makes !== "copies"));
	// The first path that ln writes is the link; unpackers without a path fill the directory they stand in.
	const targets = makes === "links" ? written.slice(0, 1) : written.length === 0 ? (state.directories ?? ["/"]) : written;
	for (const at of targets) {
		walk.made.push({ at: at.replace(/\/\*$/, "") || "/", from: sources.length === 0 ? null : sources, below: makes === "unpacks" });
	}
}

const MOST_MADE = 64;

/** A later path that goes through what an earlier part made: allowed only when no link can stand there. */
export function judgeMade(walk: Walk, role: Check["role"] | "redirect", text: string, state: ShellState, segment: string): void {
	if (walk.made.length === 0 || role === "url" || role === "cwd") return;
	const writes = role === "write" || role === "write-tree" || role === "remove" || role === "write-name" || role === "redirect";
	if (!writes && walk.policy.files.everythingReadable) return;
	for (const directory of state.directories ?? ["/"]) {
		const prefixes = pathPrefixes(text, directory);
		const last = prefixes.at(-1) ?? "/";
		// Removing an entry does not follow it.
		const followed = role === "remove" ? prefixes.slice(0, -1) : prefixes;
		for (const made of walk.made) {
			const reached = followed.some(
				(prefix) => (prefix === made.at && !made.below) || prefix.startsWith(made.at === "/" ? "/" : `${made.at}/`),
			);
			if (!reached || isPlainCopy(walk, made, last)) continue;
			walk.findings.push(ask("command-dynamic", segment, `An earlier part of the command may put a link at '${made.at}'`));
			return;
		}
	}
}

/** Remembers a file that the text writes: what it then runs from there was not seen by anybody. */
export function rememberWritten(walk: Walk, text: string, state: ShellState): void {
	for (const path of placesOf(text, state)) if (!walk.written.includes(path)) walk.written.push(path);
}

/** Whether an earlier part of the text wrote the file. */
export function wasWritten(walk: Walk, text: string, state: ShellState): boolean {
	return walk.written.length > 0 && placesOf(text, state).some((path) => walk.written.includes(path));
}

/** What was copied or moved there is reached without a link, so the copy is too. */
function isPlainCopy({ policy: { files } }: Walk, { at, from }: MadeEntry, path: string): boolean {
	if (from === null || !(path === at || path.startsWith(`${at}/`))) return false;
	const rest = path.slice(at.length);
	return from.every((source) => {
		const name = source.slice(source.lastIndexOf("/"));
		const inside = rest === name || rest.startsWith(`${name}/`) ? rest.slice(name.length) : rest;
		return [rest, inside].every(
			(tail) => files.enter(source + tail, "/").directory === files.enter(parentOf(source), "/").directory + name + tail,
		);
	});
}

function makingOf({ program, words }: Analysis): "unpacks" | "links" | "copies" | null {
	const makes = MAKERS.get(program);
	if (makes === undefined || makes === "links") return makes ?? null;
	if (makes === "copies") return program.endsWith("mv") || keepsLinks(words) ? makes : null;
	if (program === "git") return writesTree(words) ? makes : null;
	if (
		program.endsWith("tar") &&
		!words.some(({ text }, at) => /^(?:-\w*x|--(?:extract|get))/.test(text ?? "-x") || (at === 1 && /^\w*x/.test(text ?? "x")))
	)
		return null;
	if (program === "rsync" && !words.some(({ text }) => /^(?:-[A-Za-z]*[al]|--(?:archive|links))/.test(text ?? "-a"))) return null;
	return makes;
}

function writesTree(words: Analysis["words"]): boolean {
	for (const { text } of words) if (text === "clone" || text === "apply" || text === "am" || text === "checkout-index") return true;
	return false;
}

/** `cp` follows links unless it is told to copy them, or copies whole trees. */
function keepsLinks(words: Analysis["words"]): boolean {
	return words.some(({ text, lead }) => /^(?:-[A-Za-z]*[PdaRrs]|--(?:archive|recursive|no-deref|symbolic|preserve))/.test(text ?? lead));
}

function placesOf(text: string, state: ShellState): readonly string[] {
	return (state.directories ?? ["/"]).map((directory) => pathPrefixes(text, directory).at(-1) ?? "/");
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
