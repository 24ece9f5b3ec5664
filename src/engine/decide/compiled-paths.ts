import type { AllOf, AnyOf, Facts, Places, Terms } from "../language/index.ts";
import { compilePathSet, type PathMatcher } from "../paths/index.ts";
import { rememberAtPlaces } from "./memory/compiled.ts";
import type { ToolRules } from "./tool-plan.ts";

/** One list of path entries, seen as written and with links followed. */
export interface PathView {
	readonly written: PathMatcher;
	readonly real: PathMatcher;
}

/** The file dimension of one writ, ready to match. */
export interface CompiledPaths {
	readonly read: readonly PathView[];
	readonly write: readonly PathView[];
	readonly sandbox: readonly PathView[];
	readonly blocked: PathView;
	readonly protected: PathView;
	/** Nothing is out of reach for reading. */
	readonly everythingReadable: boolean;
	/** Granted directories themselves: never replaced, renamed or deleted. */
	readonly roots: ReadonlySet<string>;
	/** A protected entry that holds anywhere and whose literal name the disk shows right below a directory. */
	readonly findProtected: (directory: string, facts: Facts) => string | null;
	/** The protected entry that a path is on the way to (`.git` to `.git/hooks`), or `null`; the disk is not asked. */
	readonly leadsToProtected: (path: string) => string | null;
	readonly places: Places;
}

/** The matchers of a file dimension at an agent's places. */
export const compilePaths: (filesystem: Terms["filesystem"], places: Places) => CompiledPaths = rememberAtPlaces(makePaths);

/** Matchers for a tool's own lists. */
export function pathViews(sets: AllOf, places: Places, use: "grant" | "deny"): readonly PathView[] {
	return sets.map((set) => pathView(set, places, use));
}

/** The entry that lets a path through in every list, or `null`. */
export function admits(views: readonly PathView[], written: string, real: string): string | null {
	let entry = "";
	for (const view of views) {
		const byReal = view.real.match(real);
		if (byReal === null) return null;
		if (written !== real && view.written.match(written) === null && view.real.match(written) === null) return null;
		entry = byReal;
	}
	return entry;
}

/** The entry of a forbidding list that covers either form of a path, or `null`. */
export function covers(view: PathView, written: string, real: string): string | null {
	return view.real.match(real) ?? (written === real ? null : (view.written.match(written) ?? view.real.match(written)));
}

function makePaths(filesystem: Terms["filesystem"], places: Places): CompiledPaths {
	const { read_paths, write_paths, blocked_paths, protected_paths, sandbox_root } = filesystem;
	return {
		read: pathViews(read_paths, places, "grant"),
		write: pathViews(write_paths, places, "grant"),
		sandbox: pathViews(sandbox_root, places, "grant"),
		blocked: pathView(blocked_paths, places, "deny"),
		protected: pathView(protected_paths, places, "deny"),
		everythingReadable:
			blocked_paths.length === 0 && read_paths.length > 0 && read_paths.every((set) => set.includes("/") || set.includes("/**")),
		roots: new Set([
			...Object.values(places.real),
			...Object.values(places.written),
			...write_paths.flatMap((set) => rootsIn(set, places)),
		]),
		findProtected: lookFor(protected_paths),
		leadsToProtected: leadsTo(protected_paths, places),
		places,
	};
}

/** Looks on the disk, right below a directory, for entries that hold anywhere; one listing tells which names are worth a look. */
function lookFor(entries: AnyOf): (directory: string, facts: Facts) => string | null {
	const ends = entries.flatMap((entry) => {
		const end = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/.exec(entry)?.[1];
		return end === undefined ? [] : [{ entry, end, first: end.split("/", 1)[0] ?? end }];
	});
	return (directory, { resolve, list }) => {
		if (resolve === undefined) return null;
		const listing = list?.(directory);
		if (listing?.ok === false && listing.why === "missing") return null;
		const names = listing?.ok === true ? new Set([...listing.files, ...listing.directories, ...listing.links]) : null;
		const found = ends.find(({ end, first }) => {
			if (names !== null && (!names.has(first) || end === first)) return names.has(first);
			const resolution = resolve(`${directory}/${end}`, "/");
			return resolution.ok && resolution.exists;
		});
		return found?.entry ?? null;
	};
}

/** Entries that hold anywhere, by the names on the way to them: whether they exist or not. */
function leadsTo(entries: AnyOf, places: Places): (path: string) => string | null {
	const names = new Map<string, string>();
	for (const entry of entries) {
		const end = /^\/\*\*\/([^*?[{]+?)(?:\/\*\*)?$/.exec(entry)?.[1];
		for (const parent of end === undefined ? [] : parents(end)) names.set(parent, entry);
	}
	const ends = [...names].map(([name, entry]) => [`/${name}`, entry] as const);
	const fixed = compilePathSet(
		entries.filter((entry) => !entry.startsWith("/**")),
		places,
		"real",
		"deny",
	);
	return (path) => {
		for (const [end, entry] of ends) if (path.endsWith(end)) return entry;
		return fixed.empty ? null : fixed.below(path);
	};
}

/**
 * The granted directories of one list that nothing else in it grants.
 *
 * INVARIANT: what another entry grants too is not a root of its own, so that a child who has only the other one may do no
 * more than its parent (test/laws).
 */
function rootsIn(set: AnyOf, places: Places): readonly string[] {
	if (set.length > MOST_COMPARED) return set.flatMap((entry) => rootsOf(entry, places));
	return set.flatMap((entry) => {
		const roots = rootsOf(entry, places);
		if (roots.length === 0) return [];
		const others = compilePathSet(
			set.filter((other) => other !== entry),
			places,
			"real",
			"grant",
		);
		return roots.filter((root) => others.match(root) === null);
	});
}

const MOST_COMPARED = 64;

/** `a/b/c` → `a`, `a/b`. */
function parents(path: string): readonly string[] {
	const names = path.split("/");
	return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}

/** The directory that an entry without glob characters grants. */
function rootsOf(entry: string, places: Places): readonly string[] {
	if (/[*?[{]/.test(entry)) return [];
	const moved = places.relocated[entry] ?? entry;
	const named = /^<(\w+)>(.*)$/s.exec(moved);
	if (named === null) return [moved, entry].filter((path) => path.startsWith("/"));
	const [, place, rest = ""] = named;
	return [places.real, places.written].flatMap((byPlace) => {
		const path = byPlace[place as keyof typeof byPlace];
		return path === undefined ? [] : [path + rest];
	});
}

const views = {
	grant: rememberAtPlaces((entries: AnyOf, places: Places) => makeView(entries, places, "grant")),
	deny: rememberAtPlaces((entries: AnyOf, places: Places) => makeView(entries, places, "deny")),
};

function pathView(entries: AnyOf, places: Places, use: "grant" | "deny"): PathView {
	return views[use](entries, places);
}

/** Rules with a path, each with its matchers at an agent's places. */
export type RuleViews = readonly (readonly [rule: string, view: PathView])[];

const ruleViewsFor = {
	grant: rememberAtPlaces((rules: ToolRules["paths"], places: Places) => makeRuleViews(rules, places, "grant")),
	deny: rememberAtPlaces((rules: ToolRules["paths"], places: Places) => makeRuleViews(rules, places, "deny")),
};

/** The matchers of rules with a path. */
export function ruleViews(rules: ToolRules["paths"], places: Places, use: "grant" | "deny"): RuleViews {
	return ruleViewsFor[use](rules, places);
}

function makeRuleViews(rules: ToolRules["paths"], places: Places, use: "grant" | "deny"): RuleViews {
	return rules.flatMap(({ rule, entry }) => pathViews([[entry]], places, use).map((view) => [rule, view] as const));
}

function makeView(entries: AnyOf, places: Places, use: "grant" | "deny"): PathView {
	const real = compilePathSet(entries, places, "real", use);
	return { real, written: samePlaces(places) ? real : compilePathSet(entries, places, "written", use) };
}

function samePlaces({ written, real, relocated }: Places): boolean {
	return Object.keys(relocated).length === 0 && Object.entries(written).every(([place, path]) => real[place as keyof typeof real] === path);
}
