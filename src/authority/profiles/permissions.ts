import {
	type AllOf,
	type AllowedEntry,
	allowedEntry,
	allowedText,
	canonicalToolName,
	isConditional,
	type Profile,
	sealProfile,
	type TargetTerms,
	type Terms,
	unconditional,
	type Writ,
	writtenPathEntry,
} from "../../engine/index.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { freshCatalog } from "./definitions.ts";
import { profile } from "./profiles.ts";

/** A list, `null` = everything, or several lists that must all hold and cannot be written as one. */
export type ShownList<Entry = string> = readonly Entry[] | null | { readonly all_of: readonly (readonly Entry[])[] };

/** What a writ or a profile grants, in the words of KSI's permission object; what KSI does not know stands beside it. */
export interface ShownPermissions {
	readonly profile: string;
	readonly permissions: {
		readonly level: string;
		readonly tools: { readonly allowed: ShownList<AllowedEntry>; readonly disallowed: readonly string[] } & Readonly<
			Record<string, unknown>
		>;
		readonly filesystem: Readonly<Record<string, unknown>>;
		readonly resources: Readonly<Record<string, unknown>>;
		readonly capabilities: Readonly<Record<string, unknown>>;
	};
	readonly network: { readonly allow: ShownList; readonly deny: readonly string[] };
	readonly messaging: Readonly<Record<"allowed_targets" | "accept_from", unknown>>;
	readonly sandbox: Terms["sandbox"];
}

/** A writ as people read it, its lists in the order of the profile that it came from. */
export function showWrit(context: Context, { profile: name, terms }: Pick<Writ, "profile" | "terms">): ShownPermissions {
	const written = profile(context, name);
	return show(name, terms, written.ok ? written.value.profile : {});
}

/** A profile in the same words, so that a writ and the profile it came from can be compared. */
export async function showProfile(context: Context, name: string): Promise<Outcome<ShownPermissions>> {
	const catalog = await freshCatalog(context);
	const composed = profile(context, name);
	if (!composed.ok) return composed;
	const sealed = sealProfile(name, { agent: "shown", root: "/", catalog });
	if (!sealed.ok) return refuse("invalid-definition", sealed.problems[0]?.message ?? "The profile cannot be sealed");
	return done(show(name, sealed.writ.terms, composed.value.profile));
}

/** KSI's own members are always said; others when they are not what holds anyway. */
function show(name: string, terms: Terms, order: Profile): ShownPermissions {
	const { level, tools, filesystem, resources, capabilities, network, messaging, sandbox } = terms;
	const { read_paths, write_paths, sandbox_root, blocked_paths, protected_paths, ...files } = filesystem;
	const { spawn, ...flags } = capabilities;
	const { max_tokens_per_request, max_total_tokens, max_requests_per_minute, ...others } = resources;
	return {
		profile: name,
		permissions: {
			level,
			tools: {
				allowed: shownRules(likeWritten(oneList(tools.allowed, commonRules), order.tools?.allowed?.map(allowedText))),
				disallowed: sortLike(tools.disallowed, order.tools?.disallowed),
				...unusual({ ask: tools.ask, permissions: tools.permissions, declare: tools.declare }, DEFAULTS.tools),
			},
			filesystem: {
				sandbox_root: pathsLike(sandbox_root, undefined, true),
				read_paths: pathsLike(read_paths, order.filesystem?.read_paths),
				write_paths: pathsLike(write_paths, order.filesystem?.write_paths),
				...files,
				...unusual({ blocked_paths, protected_paths }, DEFAULTS.filesystem),
			},
			resources: { max_tokens_per_request, max_total_tokens, max_requests_per_minute, ...unusual(others, DEFAULTS.resources) },
			capabilities: { ...flags, ...unusual({ spawn }, DEFAULTS.capabilities) },
		},
		network: { allow: likeWritten(oneList(network.allow, samePlain), order.network?.allow), deny: network.deny },
		messaging: { allowed_targets: shownTargets(messaging.allowed_targets), accept_from: shownTargets(messaging.accept_from) },
		sandbox,
	};
}

const DEFAULTS: Terms = defaultTerms();

function defaultTerms(): Terms {
	const sealed = sealProfile({}, { agent: "shown", root: "/" });
	if (!sealed.ok) throw new Error("an empty profile can always be sealed");
	return sealed.writ.terms;
}

function unusual(members: Readonly<Record<string, unknown>>, usual: object): Readonly<Record<string, unknown>> {
	const known = new Map(Object.entries(usual));
	return Object.fromEntries(Object.entries(members).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(known.get(key))));
}

/** What two entries have in common, as one entry; `null` = nothing, `undefined` = it is more than one entry. */
type Common = (a: string, b: string) => string | null | undefined;

/** A conjunction of lists as one list, where that says exactly the same. */
function oneList(lists: AllOf, common: Common): ShownList {
	let met: readonly string[] | null = null;
	for (const list of lists) {
		if (met === null) met = list;
		else {
			const both: readonly (string | null | undefined)[] = met.flatMap((a) => list.map((b) => common(a, b)));
			if (both.includes(undefined)) return { all_of: lists };
			met = [...new Set(both.filter((entry) => typeof entry === "string"))];
		}
	}
	return met === null || met.includes("*") ? null : met;
}

function samePlain(a: string, b: string): string | null | undefined {
	if (a === b) return a;
	return `${a}${b}`.includes("*") ? undefined : null;
}

/** Rules as a document writes them. */
function shownRules(list: ShownList): ShownList<AllowedEntry> {
	if (list === null) return null;
	return "all_of" in list ? { all_of: list.all_of.map((set) => set.map(allowedEntry)) } : list.map(allowedEntry);
}

/** What either of them gives only inside a sandbox, both give only there. */
function commonRules(a: string, b: string): string | null | undefined {
	if (!isConditional(a) && !isConditional(b)) return commonPlainRules(a, b);
	const rule = commonPlainRules(unconditional(a), unconditional(b));
	return typeof rule === "string" ? allowedText({ rule, when: "confined" }) : rule;
}

function commonPlainRules(a: string, b: string): string | null | undefined {
	if (a === b || b === "*") return a;
	if (a === "*") return b;
	if (`${nameOf(a)}${nameOf(b)}`.includes("*")) return undefined;
	if (canonicalToolName(nameOf(a)) !== canonicalToolName(nameOf(b))) return null;
	// A bare name covers every pattern of its tool.
	return a === nameOf(a) ? b : b === nameOf(b) ? a : undefined;
}

function nameOf(rule: string): string {
	return rule.split("(", 1)[0] ?? rule;
}

/** A path without pattern characters is a whole tree: two of them are one inside the other, or apart. */
function commonPaths(a: string, b: string): string | null | undefined {
	if (/[*?[\]{}]/.test(`${a}${b}`)) return a === b ? a : undefined;
	if (isBelow(a, b)) return a;
	if (isBelow(b, a)) return b;
	// Where the one lies on the disk, the other may lie too.
	if ([a, b].includes("<own>") || a.startsWith("/") !== b.startsWith("/")) return undefined;
	return null;
}

function isBelow(path: string, tree: string): boolean {
	return path === tree || path.startsWith(tree === "/" ? "/" : `${tree}/`);
}

function pathsLike(lists: AllOf, order: readonly string[] | null | undefined, single = false): unknown {
	const list = oneList(lists, commonPaths);
	if (list === null || "all_of" in list) return list;
	const written = sortLike(list.map(writtenPathEntry), order);
	return single && written.length === 1 ? written[0] : written;
}

function likeWritten(list: ShownList, order: readonly string[] | null | undefined): ShownList {
	return list === null || "all_of" in list ? list : sortLike(list, order);
}

/** The same entries, those that somebody wrote in the order in which they wrote them. */
function sortLike(list: readonly string[], order: readonly string[] | null | undefined): readonly string[] {
	const place = new Map((order ?? []).map((entry, index) => [entry, index]));
	return list.toSorted((a, b) => (place.get(a) ?? place.size) - (place.get(b) ?? place.size));
}

/** Targets as a profile writes them: `null` = edges decide, a keyword, or a list. */
function shownTargets({ targets, within, edge_required }: TargetTerms): unknown {
	const [only, ...more] = targets;
	if (only === undefined && within.length === 0) return null;
	if (only !== undefined && more.length === 0 && within.length === 0 && !edge_required) return only;
	return { all_of: targets, within, edge_required };
}
