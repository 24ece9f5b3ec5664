import { TOOL_STEPS, type ToolContext } from "../decide/index.ts";
import { type Address, canonicalHost, compileHostSet, readAddress } from "../hosts/index.ts";
import type { AllOf, AnyOf, Facts, Places, RealPath, Resolve, TargetSet, TargetTerms, Terms, ToolTerms, Writ } from "../language/index.ts";
import { compilePathSet, type PathMatcher } from "../paths/index.ts";
import { idsOf } from "../terms/index.ts";
import type { MatchedEntry, StepDetail } from "./explanation.ts";
import { findSource } from "./make-step.ts";
import { rememberLists } from "./memory.ts";

type PathDetail = Extract<StepDetail, { readonly kind: "path" }>;

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
	const matchers = matchersOf[use](set, writ.places);
	const entry = forms.flatMap((form) => matchers.map((matcher) => matcher.match(form))).find((found) => found !== null);
	if (entry === undefined || entry === null) return [];
	const source = findSource(writ, dimension, entry);
	return [{ dimension, entry, ...(source === undefined ? {} : { source }) }];
}

const matchersOf = { grant: rememberLists(compileFor("grant")), deny: rememberLists(compileFor("deny")) };

function compileFor(use: "grant" | "deny"): (set: AnyOf, places: Places) => readonly PathMatcher[] {
	return (set, places) => (["real", "written"] as const).map((view) => compilePathSet(set, places, view, use));
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

/** A path that a command uses, and the directory from which it is meant. */
interface TouchedPath {
	readonly path: string;
	readonly directory: string;
}

/** Every path that the decision on a call's commands looked at, in order. */
export function touchedPaths(context: ToolContext): readonly TouchedPath[] {
	const touched = new Map<string, TouchedPath>();
	const { resolve = resolveByText } = context.facts;
	const watching: Resolve = (path, directory) => {
		// Looking for what lies below a directory starts at the root of the disk; the call itself does not.
		const isProbe = directory === "/" && context.cwd !== "/" && path.startsWith("/");
		const named = path.replace(ANYTHING_BELOW, "");
		if (!isProbe) touched.set(plainPath(named, directory), { path: named === "" ? "/" : named, directory });
		return resolve(path, directory);
	};
	const watched: ToolContext = { ...context, rules: [], facts: { ...context.facts, resolve: watching } };
	for (const { name, check } of TOOL_STEPS) if (name === "command") check(watched);
	return [...touched.values()];
}

/** How the decision asks for whatever lies below a directory. */
const ANYTHING_BELOW = /\/\uFFFF$/;

/** What a disk without links would say; the answers are those of a decision without a disk. */
function resolveByText(path: string, directory: string): ReturnType<Resolve> {
	const written = plainPath(path, directory) as RealPath;
	return {
		ok: true,
		written,
		real: written,
		entry: written,
		viaLink: false,
		entryViaLink: false,
		exists: false,
		directory: false,
		links: 1,
	};
}

type HostDetail = Extract<StepDetail, { readonly kind: "host" }>;

/** A host and port in one text (`[::1]:443`), canonical where it can be. */
export function hostText(host: string, port: number | null): string {
	const canonical = canonicalHost(host);
	const name = canonical.ok ? canonical.host.name : host;
	const shown = name.includes(":") ? `[${name}]` : name;
	return port === null ? shown : `${shown}:${port}`;
}

/** One host, and every entry that matches it. */
export function hostDetail(writ: Writ, terms: Terms, host: string, port: number | null): HostDetail {
	const canonical = canonicalHost(host);
	if (!canonical.ok) return { kind: "host", host: hostText(host, port), matches: [] };
	const look = (dimension: string, set: readonly string[], use: "grant" | "deny"): readonly MatchedEntry[] => {
		const entry = compileHostSet(set, use).match(canonical.host, port);
		if (entry === null) return [];
		const source = findSource(writ, dimension, entry);
		return [{ dimension, entry, ...(source === undefined ? {} : { source }) }];
	};
	const { allow, deny } = terms.network;
	return {
		kind: "host",
		host: hostText(host, port),
		matches: [...look("network.deny", deny, "deny"), ...allow.flatMap((set) => look("network.allow", set, "grant"))],
	};
}

/** The host and port of a URL or host name as a tool is given it. */
export function addressOf(text: string): Pick<Address, "host" | "port"> | null {
	const read = readAddress(text);
	return read.ok ? read.address : null;
}

type TargetDetail = Extract<StepDetail, { readonly kind: "target" }>;

/** A restriction of who may be reached, and where it stands. */
export interface Restriction {
	readonly dimension: string;
	readonly terms: TargetTerms;
}

/** How one target is related to the agent, and what each restriction says of it. */
export function targetDetail(writ: Writ, facts: Facts, target: unknown, restrictions: readonly Restriction[]): TargetDetail {
	const relations = { parent: writ.parent, children: facts.children ?? writ.children };
	if (typeof target !== "string" || target === "") return { kind: "target", target: "", relation: "missing", restrictions: [] };
	const isParent = relations.parent === target;
	const isChild = relations.children.includes(target);
	const edge = facts.uniform === true ? undefined : facts.edges?.(target);
	return {
		kind: "target",
		target,
		relation: isParent ? "parent" : isChild ? "child" : "other",
		restrictions: restrictions.flatMap(({ dimension, terms }) => [
			...terms.targets.map((set) => ({ dimension, allows: setText(set, relations), holds: idsOf(set, relations).includes(target) })),
			...terms.within.map((list) => ({
				dimension: `${dimension} of an ancestor`,
				allows: listText(list),
				holds: isParent || isChild || list.includes(target),
			})),
		]),
		...(edge === undefined ? {} : { edge }),
	};
}

function setText(set: TargetSet, relations: { readonly parent: string | null; readonly children: readonly string[] }): string {
	return typeof set === "string" ? `${set} (${listText(idsOf(set, relations))})` : listText(set);
}

function listText(ids: readonly string[]): string {
	return ids.length === 0 ? "nobody" : ids.join(", ");
}
