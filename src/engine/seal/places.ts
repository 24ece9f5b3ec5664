import { type List, PLACES, type Place, type Places, type Problem, type Resolve, type Terms, type Writ } from "../language/index.ts";
import { directoryOf, escapeGlob, splitEntry } from "../paths/index.ts";
import { quoteText } from "../shapes/index.ts";
import { deepFreeze } from "../terms/index.ts";
import { parseTermsRule, patternLookup } from "../tool-rules/index.ts";
import { rememberPlaces, rememberTerms } from "./memory.ts";

/** A writ at its new places, or what is wrong with these. */
export type MoveOutcome = { readonly ok: true; readonly writ: Writ } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The same writ at other places. INVARIANT: its terms and so its digest stay, because entries name their place and not where it is. */
export function moveWrit(writ: Writ, context: SealContext): MoveOutcome {
	const found = findPlaces(context);
	if (!found.ok) return found;
	return { ok: true, writ: Object.freeze({ ...writ, places: placeTerms(found.places, writ.terms, context) }) };
}

/** Who the writ is for, and where its places are. */
export interface SealContext {
	readonly agent: string;
	/** The workspace: absolute. */
	readonly root: string;
	readonly parent?: string | null;
	readonly children?: readonly string[];
	/** What `~` in commands and rules means. */
	readonly home?: string;
	/** Where the other named places are; one that is not given grants nothing. */
	readonly places?: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	/** The view of the disk; without it paths are taken as written. */
	readonly resolve?: Resolve;
	/** The other half of that view, so that one object serves here and in `facts`; a writ never depends on what a directory holds. */
	readonly list?: List;
}

/** Where an agent's places are, before its path entries are looked at. */
type FoundPlaces =
	| { readonly ok: true; readonly places: Omit<Places, "relocated"> }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** The places of an agent as they are written and as they really are; each must be an absolute path. */
export function findPlaces(context: SealContext): FoundPlaces {
	const problems: Problem[] = [];
	const written: Partial<Record<Place, string>> = {};
	const real: Partial<Record<Place, string>> = {};
	for (const place of PLACES) {
		const given = place === "workspace" ? context.root : context.places?.[place];
		if (given === undefined && place !== "workspace") continue;
		const found = locate(given, place === "workspace" ? "root" : `places.${place}`, context.resolve, problems);
		written[place] = found.written;
		real[place] = found.real;
	}
	const home = context.home === undefined ? null : locate(context.home, "home", undefined, problems).written;
	if (problems.length > 0) return { ok: false, problems };
	const moved = PLACES.some((place) => real[place] !== written[place]);
	return { ok: true, places: { written, real: moved ? real : written, home } };
}

function locate(
	given: unknown,
	path: string,
	resolve: Resolve | undefined,
	problems: Problem[],
): { readonly written: string; readonly real: string } {
	const refuse = (says: string) => {
		problems.push({ severity: "error", code: "bad-value", path, message: `${path} ${says}` });
		return { written: "", real: "" };
	};
	if (typeof given !== "string") return refuse("must be the absolute path of a directory");
	if (!given.startsWith("/")) return refuse(`must be an absolute path, not ${quoteText(given)}`);
	if (given.includes("\0") || given.length > 4096) return refuse("is not a path that could exist");
	const components = given.split("/").filter((component) => component !== "" && component !== ".");
	if (components.includes("..")) return refuse(`must not climb with '..': ${quoteText(given)}`);
	const written = `/${components.join("/")}`;
	if (!resolve) return { written, real: written };
	const resolution = resolve(written, "/");
	if (!resolution.ok) return refuse(`cannot be resolved: ${resolution.message}`);
	return { written, real: resolution.real };
}

/** Places with what the path entries of some terms really lead to there. */
export function placeTerms(places: Omit<Places, "relocated">, terms: Terms, { resolve }: SealContext): Places {
	const relocated = resolve ? relocateEntries(pathEntriesOf(terms), places, resolve) : NOTHING;
	return sharePlaces({ ...places, relocated });
}

const NOTHING: Places["relocated"] = Object.freeze({});

/**
 * The path entries whose static part leads through a link, with the same entry at its real place: an entry that is a link
 * grants, and forbids, what is really there.
 */
export function relocateEntries(
	entries: Iterable<string>,
	places: Omit<Places, "relocated">,
	resolve: Resolve,
): Readonly<Record<string, string>> {
	const relocated: Record<string, string> = {};
	for (const entry of entries) {
		const moved = relocate(entry, places, resolve);
		if (moved !== undefined) relocated[entry] = moved;
	}
	return relocated;
}

/** Whether an entry names more than a place before its first pattern: only then it can lead through a link. */
export function canLead(entry: string): boolean {
	const parts = splitEntry(entry);
	return parts !== undefined && fixedPart(parts.rest).length > 0;
}

function fixedPart(rest: string): readonly string[] {
	const components = componentsOf(rest);
	const glob = components.findIndex((component) => /[*?[\]{}]/.test(component));
	return glob < 0 ? components : components.slice(0, glob);
}

function componentsOf(rest: string): readonly string[] {
	return rest.split("/").filter((component) => component !== "");
}

function relocate(entry: string, places: Omit<Places, "relocated">, resolve: Resolve): string | undefined {
	const parts = splitEntry(entry);
	if (!parts) return undefined;
	const fixed = fixedPart(parts.rest);
	if (fixed.length === 0 && parts.place !== "home") return undefined;
	const written = parts.place === null ? "" : directoryOf(parts.place, places, "written");
	const real = parts.place === null ? "" : directoryOf(parts.place, places, "real");
	if (written === undefined || real === undefined) return undefined;
	const resolution = resolve([stripped(written), ...fixed].join("/"), "/");
	// What cannot be resolved is refused when it is asked for; there is no real place to move the entry to.
	if (!resolution.ok || resolution.real === [stripped(real), ...fixed].join("/")) return undefined;
	return [stripped(escapeGlob(resolution.real)), ...componentsOf(parts.rest).slice(fixed.length)].join("/") || "/";
}

const stripped = (directory: string): string => (directory === "/" ? "" : directory);

/** Every path entry of the terms, those inside of rules too, each once. */
export const pathEntriesOf: (terms: Terms) => readonly string[] = rememberTerms((terms) => {
	const { filesystem, tools } = terms;
	const entries = new Set([
		...filesystem.sandbox_root.flat(),
		...filesystem.read_paths.flat(),
		...filesystem.write_paths.flat(),
		...filesystem.blocked_paths,
		...filesystem.protected_paths,
		...Object.values(tools.permissions).flatMap((permission) => [...permission.allowed_paths.flat(), ...permission.blocked_paths]),
		...tools.allowed.flat().flatMap((rule) => pathOf(rule, "grant", terms)),
		...[...tools.disallowed, ...tools.ask].flatMap((rule) => pathOf(rule, "deny", terms)),
	]);
	return [...entries];
});

function pathOf(rule: string, use: "grant" | "deny", { tools }: Terms): readonly string[] {
	if (!rule.includes("(")) return [];
	const parsed = parseTermsRule(rule, patternLookup(tools.declare), use);
	return parsed.ok && parsed.rule.pattern?.kind === "path" ? [parsed.rule.pattern.entry] : [];
}

const sharePlaces = rememberPlaces(deepFreeze);
