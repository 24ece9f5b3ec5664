import {
	type AgentId,
	type Composition,
	type Origins,
	type Problem,
	parseAgentId,
	type Source,
	type Terms,
	type Writ,
	type WritDigest,
} from "../language/index.ts";
import {
	BUILT_IN_BLOCKED_PATHS,
	BUILT_IN_PROTECTED_PATHS,
	canonicalOrigins,
	deepFreeze,
	meetBound,
	meetTerms,
	type TermsOutcome,
	termsOfProfile,
} from "../terms/index.ts";
import { digestTerms } from "./digest.ts";
import { rememberCompositions } from "./memory.ts";
import { findPlaces, placeTerms, type SealContext } from "./places.ts";

/** A writ with what a person should know about it, or everything that keeps the composition from being one. */
export type SealOutcome =
	| { readonly ok: true; readonly writ: Writ; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Seals a composition for one agent: the terms of its profile, within its ceiling, at the agent's places, frozen and
 * digested. Agents on the same composition share one set of terms.
 */
export function sealComposition(composition: Composition, context: SealContext): SealOutcome {
	const problems: Problem[] = [];
	const agent = readId(context.agent, "agent", problems);
	const parent = context.parent === undefined || context.parent === null ? null : readId(context.parent, "parent", problems);
	const children = readChildren(context.children ?? [], problems);
	const sealed = sealTerms(composition);
	const found = findPlaces(context);
	if (!sealed.ok) problems.push(...sealed.problems);
	if (!found.ok) problems.push(...found.problems);
	if (problems.length > 0 || !sealed.ok || !found.ok || agent === undefined) return { ok: false, problems };
	const writ: Writ = {
		agent,
		parent: parent ?? null,
		children: Object.freeze(children),
		profile: composition.name,
		terms: sealed.terms,
		digest: sealed.digest,
		places: placeTerms(found.places, sealed.terms, context),
		origins: sealed.origins,
	};
	return { ok: true, writ: Object.freeze(writ), warnings: sealed.warnings };
}

function readChildren(children: unknown, problems: Problem[]): readonly AgentId[] {
	if (!Array.isArray(children)) {
		problems.push({ severity: "error", code: "bad-id", path: "children", message: "children: must be a list of agent ids" });
		return [];
	}
	return children.map((child: unknown, index) => readId(child, `children[${index}]`, problems)).filter((child) => child !== undefined);
}

function readId(text: unknown, path: string, problems: Problem[]): AgentId | undefined {
	const parsed = parseAgentId(text);
	if (parsed.ok) return parsed.id;
	problems.push({ severity: "error", code: "bad-id", path, message: `${path}: ${parsed.why}` });
	return undefined;
}

/** What all agents on one composition share. */
interface SharedTerms {
	readonly ok: true;
	readonly terms: Terms;
	readonly digest: WritDigest;
	readonly origins: Origins;
	readonly warnings: readonly Problem[];
}

type Outcome = SharedTerms | { readonly ok: false; readonly problems: readonly Problem[] };

/** The terms of a composition within everything that bounds it, with their digest. */
const sealTerms = rememberCompositions((composition): Outcome => {
	const { profile, within = [], bounds = [], ceiling, origins } = composition;
	const problems: Problem[] = [];
	const whole = take(termsOfProfile(profile, origins), problems);
	let terms = whole;
	for (const other of within) {
		const met = take(termsOfProfile(other), problems);
		if (terms && met) terms = { ...meetTerms(terms, met), level: terms.level };
	}
	for (const bound of ceiling ? [...bounds, ceiling] : bounds) {
		if (terms) terms = take(meetBound(terms, bound), problems);
	}
	if (!whole || !terms || problems.some(({ severity }) => severity === "error")) return { ok: false, problems };
	return {
		ok: true,
		terms: deepFreeze(terms),
		digest: digestTerms(terms),
		origins: sealOrigins(composition, whole, terms),
		warnings: problems,
	};
});

function take(outcome: TermsOutcome, problems: Problem[]): Terms | undefined {
	problems.push(...(outcome.ok ? outcome.warnings : outcome.problems));
	return outcome.ok ? outcome.terms : undefined;
}

/**
 * Where each entry of the sealed terms was written: in the profile's definitions, in the ceiling, or in writ itself.
 * A plain value that the ceiling changed is the ceiling's.
 */
function sealOrigins(composition: Composition, before: Terms, after: Terms): Origins {
	const { profile, origins, ceiling, ceilingOrigins } = composition;
	const sealed: Record<string, Record<string, Source>> = Object.create(null);
	const add = (dimension: string, entry: string, source: Source): void => {
		const entries: Record<string, Source> = sealed[dimension] ?? Object.create(null);
		sealed[dimension] = entries;
		if (!Object.hasOwn(entries, entry)) entries[entry] = source;
	};
	const above = [...entriesOf(ceilingOrigins ? canonicalOrigins(ceilingOrigins, ceiling?.tools?.declare) : {})];
	// What is noted first stays: the values that the ceiling changed, the profile's own entries, then what the ceiling forbids besides.
	for (const [dimension, entry, source] of above) {
		if (entry === "" && valueAt(before, dimension) !== valueAt(after, dimension)) add(dimension, entry, source);
	}
	for (const [dimension, entry, source] of entriesOf(canonicalOrigins(origins, profile.tools?.declare))) add(dimension, entry, source);
	for (const [dimension, entry, source] of above) if (entry !== "" && FORBIDS.test(dimension)) add(dimension, entry, source);
	for (const entry of BUILT_IN_PROTECTED_PATHS) add("filesystem.protected_paths", entry, BUILT_IN);
	if (!profile.filesystem?.blocked_paths) for (const entry of BUILT_IN_BLOCKED_PATHS) add("filesystem.blocked_paths", entry, BUILT_IN);
	return deepFreeze(sealed);
}

/** Lists of which the ceiling's entries become part of the terms. */
const FORBIDS = /(?:^|\.)(?:disallowed|ask|deny|blocked_paths|protected_paths)$/;

const BUILT_IN: Source = { layer: "built-in", definition: "built-in paths" };

function* entriesOf(origins: Origins): Iterable<readonly [dimension: string, entry: string, source: Source]> {
	for (const [dimension, entries] of Object.entries(origins)) {
		for (const [entry, source] of Object.entries(entries)) yield [dimension, entry, source];
	}
}

/** `resources.max_turns` of the terms; what is not a plain value has none. */
function valueAt(terms: Terms, dimension: string): unknown {
	return dimension
		.split(".")
		.reduce<unknown>((value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined), terms);
}
