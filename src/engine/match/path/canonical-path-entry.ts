import type { Place } from "../../vocabulary/index.ts";
import { expandAlternatives } from "./expand-alternatives.ts";
import { parseGlob } from "./parse-glob.ts";
import { badPath, type PathProblem, tooLarge } from "./path-problem.ts";
import type { PathUse } from "./path-use.ts";
import { type EntryParts, joinEntry, splitEntry } from "./split-entry.ts";

/** How many bytes a path may have. */
export const LONGEST_PATH = 4096;

/** From what a person writes in a path list to the canonical text of the terms, or what is wrong with it. */
export function canonicalPathEntry(entry: string, use: PathUse): { readonly ok: true; readonly text: string } | PathProblem {
	const refusal = refuse(entry);
	if (refusal !== undefined) return refusal;
	const parts = findPlace(tidy(entry), use);
	if (!("place" in parts)) return parts;
	const glob = parseGlob(parts.rest);
	if (!glob.ok) return glob;
	if (parts.place === "own" && parts.rest !== "")
		return badPath("'<own>' has nothing below it", "name the place: ./workspace, ./shared, ./exports");
	return { ok: true, text: joinEntry(parts) };
}

/** What no entry may hold. */
function refuse(entry: string): PathProblem | undefined {
	if (entry === "") return badPath("the entry is empty", "write a path, or remove the entry");
	if (entry.includes("\0")) return badPath("the entry holds a NUL character", "remove it");
	if (byteLength(entry) > LONGEST_PATH) return tooLarge(`the entry has more than ${LONGEST_PATH} bytes`, "write a shorter path");
	if (entry.startsWith("~")) return badPath("'~' is not expanded", "write the home directory out as an absolute path");
	if (entry.startsWith("!")) return badPath("'!' does not make an exception", "put what is forbidden into blocked_paths");
	if (/\$[A-Za-z_{(]/.test(entry)) return badPath("variables are not expanded", "write the path out, or [$] for the character itself");
	if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(entry)) return badPath("a path is not a URL", "write the path alone");
	return undefined;
}

/** Removes what means nothing: doubled slashes, `.` components, a final slash. A leading `./` stays. */
function tidy(entry: string): string {
	const single = entry.replace(/\/{2,}/g, "/").replace(/(?<=\/)(?:\.\/)+/g, "");
	const open = single.replace(/\/\.$/, "/");
	return open === "/" || open === "./" ? open : open.replace(/\/$/, "");
}

/** The places that a person can name, longest first. */
const WRITTEN_PLACES: readonly (readonly [string, Place])[] = [
	["../../_shared", "operator"],
	["../shared", "session"],
	["./workspace", "workspace"],
	["./shared", "shared"],
	["./exports", "exports"],
	["./.claude", "claude"],
];

function findPlace(text: string, use: PathUse): EntryParts | PathProblem {
	if (text.startsWith("<")) {
		const canonical = splitEntry(text);
		if (canonical !== undefined) return canonical;
	}
	if (text === "./") return { place: "own", rest: "" };
	if (text.startsWith("/")) return { place: null, rest: text.slice(1) };
	const mixed = refuseMixedPlaces(text);
	if (mixed !== undefined) return mixed;
	const named = namedPlace(text);
	if (named !== undefined) return named;
	if (text === "..") return climbs();
	if (text.startsWith("../")) return climbs();
	if (text === ".") return { place: "workspace", rest: "" };
	// A denial that begins with `**` is meant wherever the thing is, not only in the workspace.
	if (use === "deny" && (text === "**" || text.startsWith("**/"))) return { place: null, rest: text };
	return { place: "workspace", rest: text.startsWith("./") ? text.slice(2) : text };
}

function namedPlace(text: string): EntryParts | undefined {
	for (const [written, place] of WRITTEN_PLACES) {
		if (text === written) return { place, rest: "" };
		if (text.startsWith(`${written}/`)) return { place, rest: text.slice(written.length + 1) };
	}
	return undefined;
}

function climbs(): PathProblem {
	return badPath("'..' leaves the agent's own places", "only ../shared and ../../_shared are known; write other places as absolute paths");
}

/** `{./shared,src}/x` would start at the workspace as a whole, though an alternative names another place. */
function refuseMixedPlaces(text: string): PathProblem | undefined {
	if (!/^[./]*\{/.test(text)) return undefined;
	const expanded = expandAlternatives(text);
	if (!expanded.ok) return expanded;
	const elsewhere = expanded.texts.some(
		(plain) => /^(?:\/|~|\.\.?\/|\*\*)/.test(text.startsWith("./") ? plain.slice(2) : plain) || namedPlace(plain) !== undefined,
	);
	if (!elsewhere) return undefined;
	return badPath("the alternatives in braces start at different places", "write them as separate entries");
}

function byteLength(text: string): number {
	let bytes = 0;
	for (const character of text) {
		const point = character.codePointAt(0) ?? 0;
		bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	}
	return bytes;
}
