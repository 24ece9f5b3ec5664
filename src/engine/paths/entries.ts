import { PLACES, type Place, type Places } from "../language/index.ts";
import { badPath, expandAlternatives, literalComponent, type PathProblem, parseGlob, tooLarge } from "./glob.ts";

/** How many bytes a path may have. */
const LONGEST_PATH = 4096;

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

/**
 * The path in a tool rule, `Read(./src/**)` or `Edit(//absolute/**)`, as canonical entries. A grant is one entry and the narrow
 * reading; a denial has every reading that its author may have meant, as gitignore and Claude Code read it.
 */
export function canonicalRulePaths(pattern: string, use: PathUse): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	// Claude Code writes brackets with a backslash when it saves a rule.
	const text = pattern.replace(/\\([()])/g, "$1");
	if (/^\*+$/.test(text)) return canonical(["**"], use);
	if (text === "~" || text.startsWith("~/")) return canonical([`<home>${text.slice(1)}`], use);
	if (use === "grant") {
		// SECURITY: clients disagree on what one slash means (the disk or the project); a wrong guess opens the other tree.
		if (/^\/(?!\/)/.test(text)) return oneSlash(text);
		// In the name of a file `$` is a character.
		const plain = text.replace(/\$(?=[A-Za-z_{(])/g, "[$]");
		return canonical([plain.startsWith("//") ? plain.replace(/^\/+/, "/") : plain], use);
	}
	if (text.startsWith("//")) return canonical([text.replace(/^\/+/, "/")], use);
	if (text.startsWith("/")) return canonical([text, `.${text}`], use);
	return canonical(relativeReadings(text), use);
}

/** A name alone is meant at any depth, and so is a directory with everything in it; what names a place is that place. */
function relativeReadings(text: string): readonly string[] {
	const name = /^(?!\.{1,2}\/?$)([^/]+)\/?$/.exec(text)?.[1];
	if (name !== undefined) return [`**/${name}`];
	const directory = /^(?:\.\/)?((?!\.{1,2}\/)[^/*]+)\/\*\*?$/.exec(text)?.[1];
	if (directory === undefined || directory.startsWith("<") || /^\.\/(?:workspace|shared|exports|\.claude)\//.test(text)) return [text];
	return [`**/${text.replace(/^\.\//, "")}`];
}

function canonical(patterns: readonly string[], use: PathUse): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	const texts: string[] = [];
	for (const pattern of patterns) {
		const read = canonicalPathEntry(pattern, use);
		if (!read.ok) return read;
		texts.push(read.text);
	}
	return { ok: true, texts };
}

function oneSlash(text: string): PathProblem {
	return badPath("one leading slash has two readings in a rule", `write /${text} for the disk, or .${text} for the workspace`);
}

/** The place words as a person writes them; `<own>` has nothing below it. */
const WRITTEN = {
	workspace: "./workspace",
	shared: "./shared",
	exports: "./exports",
	claude: "./.claude",
	session: "../shared",
	operator: "../../_shared",
	own: "./",
	home: "~",
} as const;

/** A canonical entry as a person writes it in a path list. */
export function writtenPathEntry(entry: string): string {
	const parts = splitEntry(entry);
	if (parts === undefined || parts.place === null) return entry;
	return parts.rest === "" ? WRITTEN[parts.place] : `${WRITTEN[parts.place]}/${parts.rest}`;
}

/** A canonical entry as a person writes it in a tool rule, where a path of the disk has two slashes. */
export function writtenRulePath(entry: string): string {
	return entry.startsWith("/") ? `/${entry}` : writtenPathEntry(entry);
}

/** Where an entry may begin: at a place of the agent, or in the home directory, which only rules of tools can name. */
export type EntryPlace = Place | "home";

/** A canonical path entry, taken apart: its place (`null` = absolute) and what stands below it. */
interface EntryParts {
	readonly place: EntryPlace | null;
	readonly rest: string;
}

const NAMED = /^<([a-z]+)>(?:\/(.*))?$/s;

/** Takes a canonical entry apart; `undefined` for text that is not canonical. */
export function splitEntry(entry: string): EntryParts | undefined {
	if (entry.startsWith("/")) return { place: null, rest: entry.slice(1) };
	const match = NAMED.exec(entry);
	const place = match?.[1] === "home" ? "home" : PLACES.find((known) => known === match?.[1]);
	return place === undefined ? undefined : { place, rest: match?.[2] ?? "" };
}

/** Puts an entry together again. */
export function joinEntry({ place, rest }: EntryParts): string {
	if (place === null) return `/${rest}`;
	return rest === "" ? `<${place}>` : `<${place}>/${rest}`;
}

/** Where a place is; `undefined` = nowhere. The home is as it is written: entries below it are relocated where that is a link. */
export function directoryOf(place: EntryPlace, places: Omit<Places, "relocated">, view: "written" | "real"): string | undefined {
	return place === "home" ? (places.home ?? undefined) : places[view][place];
}

/** The places that `<own>` covers: everything that is the agent's own. */
export const OWN_PLACES = ["own", "workspace", "shared", "exports", "claude"] as const satisfies readonly Place[];

/** Whether entries give or take: a grant without glob characters is a tree; a denial covers all below what it matches. */
export type PathUse = "grant" | "deny";

/** How much an entry takes to compare. */
interface EntryWeight {
	/** How many paths it stands for once its braces are written out. */
	readonly alternatives: number;
	/** How many of them have a `*` or `[…]` before their end; a whole directory (`dir/**`) is looked up and not searched. */
	readonly wild: number;
}

/** Weighs a canonical path entry. */
export function weighEntry(entry: string): EntryWeight {
	const parts = splitEntry(entry);
	const glob = parts === undefined ? undefined : parseGlob(parts.rest);
	if (!glob?.ok) return { alternatives: 1, wild: 0 };
	const wild = glob.alternatives.filter((components) =>
		components.some(
			(component, index) => literalComponent(component) === undefined && !(component === "**" && index === components.length - 1),
		),
	);
	return { alternatives: glob.alternatives.length, wild: wild.length };
}
