import { compilePathSet, type PathMatcher } from "../match/index.ts";
import type { AllOf, AnyOf, Facts, Places, Terms, ToolTerms, Writ } from "../vocabulary/index.ts";
import type { MatchedEntry, StepDetail } from "./explanation.ts";
import { findSource } from "./find-source.ts";

export type PathDetail = Extract<StepDetail, { readonly kind: "path" }>;

/** What is known of one path: its forms, and every entry that matches it. */
export function pathDetail(
	writ: Writ,
	terms: Terms,
	facts: Facts,
	path: string,
	directory: string,
	permissions: readonly ToolTerms[] = [],
): PathDetail {
	const located = locate(path, directory, facts);
	const forms = located.real === null ? [located.written] : [located.real, located.written];
	const { read_paths, write_paths, blocked_paths, protected_paths } = terms.filesystem;
	const look = (dimension: string, sets: AllOf, use: "grant" | "deny") =>
		sets.flatMap((set) => matchEntry(writ, dimension, set, use, forms));
	const matches = [
		...look("filesystem.read_paths", read_paths, "grant"),
		...look("filesystem.write_paths", write_paths, "grant"),
		...look("filesystem.blocked_paths", [blocked_paths], "deny"),
		...look("filesystem.protected_paths", [protected_paths], "deny"),
		...permissions.flatMap((permission) => [
			...look("tools.permissions.allowed_paths", permission.allowed_paths, "grant"),
			...look("tools.permissions.blocked_paths", [permission.blocked_paths], "deny"),
		]),
	];
	return { kind: "path", asked: path, ...located, matches };
}

function matchEntry(writ: Writ, dimension: string, set: AnyOf, use: "grant" | "deny", forms: readonly string[]): readonly MatchedEntry[] {
	if (set.length === 0) return [];
	const matchers = matchersOf(set, writ.places, use);
	const entry = forms.flatMap((form) => matchers.map((matcher) => matcher.match(form))).find((found) => found !== null);
	if (entry === undefined || entry === null) return [];
	const source = findSource(writ, dimension, entry);
	return [{ dimension, entry, ...(source === undefined ? {} : { source }) }];
}

const compiled = new WeakMap<AnyOf, WeakMap<Places, readonly PathMatcher[]>>();

/** A list is either granted or denied by, never both, so that its matchers can be kept with it. */
function matchersOf(set: AnyOf, places: Places, use: "grant" | "deny"): readonly PathMatcher[] {
	const byPlaces = compiled.get(set) ?? new WeakMap<Places, readonly PathMatcher[]>();
	compiled.set(set, byPlaces);
	const matchers = byPlaces.get(places) ?? (["real", "written"] as const).map((view) => compilePathSet(set, places, view, use));
	byPlaces.set(places, matchers);
	return matchers;
}

type Located = Pick<PathDetail, "written" | "real" | "viaLink" | "exists">;

function locate(path: string, directory: string, facts: Facts): Located {
	const written = plainPath(path, directory);
	if (path === "" || path.includes("\0")) return { written, real: null, viaLink: false, exists: null };
	if (facts.resolve === undefined) return { written, real: written, viaLink: false, exists: null };
	const resolution = facts.resolve(path, directory);
	if (!resolution.ok) return { written, real: null, viaLink: false, exists: null };
	return { written, real: resolution.real, viaLink: resolution.viaLink, exists: resolution.exists };
}

/** An absolute path with `.`, `..` and `//` worked out by text. */
export function plainPath(path: string, directory: string): string {
	const parts: string[] = [];
	for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	return `/${parts.join("/")}`;
}
