import { decide } from "../decide/index.ts";
import type { AgentId, Places, Terms, Writ, WritDigest } from "../language/index.ts";
import type { Change, Difference, Example, Examples, Sides, Witness, WritDiff } from "./changes.ts";
import { compareDenials, compareGrants } from "./compare-lists.ts";
import { comparePermissions, compareTargets } from "./compare-permissions.ts";

/** What writ `b` newly allows and forbids compared with `a`, with example requests that `decide` has answered. */
export function diffWrits(a: Writ, b: Writ): WritDiff {
	const allowed = compareSides({ wide: b, narrow: a, widens: true });
	const forbidden = compareSides({ wide: a, narrow: b, widens: false });
	return {
		allows: allowed.shown,
		forbids: forbidden.shown,
		changes: [...compareLabels(a, b), ...allowed.silent, ...forbidden.silent],
	};
}

/** What the wide side has more: shown by an example (or certain without one), and what no example shows. */
function compareSides(sides: Sides): { readonly shown: readonly Change[]; readonly silent: readonly Change[] } {
	const shown: Change[] = [];
	const silent: Change[] = [];
	const differences = [compareGrants, compareDenials, comparePermissions, compareTargets].flatMap((compare) => compare(sides));
	const effort = effortFor(sides);
	for (const difference of differences) {
		if (effort.tries <= 0 && difference.onlyShown !== true) {
			// What was not tried may well allow something: it is told where a person looks first.
			shown.push({ ...changeOf(difference, []), message: `${difference.message} (not tried: there are too many differences)` });
			continue;
		}
		const { allowed, different } = findWitnesses(sides, difference, effort);
		if (allowed.length > 0 || difference.certain) shown.push(changeOf(difference, allowed));
		else if (different.length > 0) silent.push(changeOf(difference, different));
		else if (difference.onlyShown !== true)
			silent.push({ ...changeOf(difference, []), message: `${difference.message}, but no request was found that it decides` });
	}
	return { shown, silent };
}

function changeOf({ dimension, entry, message, source }: Difference, witnesses: Change["witnesses"]): Change {
	return { dimension, entry, message, ...(source === undefined ? {} : { source }), witnesses };
}

/** The agent that two sets of terms are compared for, when nobody in particular holds them. */
const NOBODY: Omit<Writ, "terms"> = Object.freeze({
	agent: "agent" as AgentId,
	parent: null,
	children: Object.freeze([]),
	profile: "",
	digest: "" as WritDigest,
	places: Object.freeze<Places>({ written: { workspace: "/workspace" }, real: { workspace: "/workspace" }, relocated: {}, home: null }),
	origins: Object.freeze({}),
});

/** What terms `b` newly allow and forbid compared with `a`, for one and the same agent. */
export function diffTerms(a: Terms, b: Terms, holder: Omit<Writ, "terms"> = NOBODY): WritDiff {
	return diffWrits({ ...holder, terms: a }, { ...holder, terms: b });
}

const MOST_WITNESSES = 3;
const MOST_TRIES = 400;

/** Examples that were tried: those that only the wide side allows, and those that are merely answered differently. */
interface FoundWitnesses {
	readonly allowed: readonly Witness[];
	readonly different: readonly Witness[];
}

/** What a comparison may spend on examples: thousands of differences are told without one each. */
interface Effort {
	tries: number;
	searches: number;
	/** What one try takes, and what one thorough search takes. */
	readonly perTry: number;
	readonly perSearch: number;
}

/** The effort for two writs; the longer their lists, the fewer tries and searches. */
function effortFor({ wide, narrow }: Sides): Effort {
	const entries = [wide, narrow].reduce((sum, { terms }) => sum + sizeOf(terms), 0);
	return { tries: MOST_TRIES_IN_ALL, searches: MOST_SEARCHES, perTry: 1 + entries / 500, perSearch: 1 + entries / 100 };
}

function sizeOf({ filesystem, tools }: Terms): number {
	const { read_paths, write_paths, blocked_paths, protected_paths } = filesystem;
	return [...read_paths, ...write_paths, blocked_paths, protected_paths, ...tools.allowed].reduce((sum, list) => sum + list.length, 0);
}

const MOST_TRIES_IN_ALL = 4_000;
const MOST_SEARCHES = 400;

/** Tries the examples of a difference under both writs. INVARIANT: what is kept was answered by `decide`. */
function findWitnesses({ wide, narrow, widens }: Sides, { examples }: Difference, effort: Effort): FoundWitnesses {
	const allowed: Witness[] = [];
	const different: Witness[] = [];
	const tried = new Set<string>();
	for (const { request, facts } of inStages(examples, allowed, effort)) {
		if (allowed.length >= MOST_WITNESSES || tried.size >= MOST_TRIES || effort.tries <= 0) break;
		const text = JSON.stringify({ request, facts });
		if (tried.has(text)) continue;
		tried.add(text);
		effort.tries -= effort.perTry;
		const byWide = decide(wide, request, facts).effect;
		const byNarrow = decide(narrow, request, facts).effect;
		if (byWide === byNarrow) continue;
		const witness: Witness = {
			request,
			...(facts === undefined ? {} : { facts }),
			before: widens ? byNarrow : byWide,
			after: widens ? byWide : byNarrow,
		};
		if (byWide === "allow") allowed.push(witness);
		else if (different.length < MOST_WITNESSES) different.push(witness);
	}
	return { allowed, different };
}

/** The plain examples, and a thorough search only when none of them shows anything. */
function* inStages(examples: Examples, found: readonly Witness[], effort: Effort): Generator<Example> {
	yield* examples(false);
	if (found.length > 0 || effort.searches <= 0) return;
	effort.searches -= effort.perSearch;
	yield* examples(true);
}

/** Differences that neither widen nor narrow by themselves: the level's label, declared tools, who and where the agent is. */
function compareLabels(a: Writ, b: Writ): readonly Change[] {
	const rows: readonly (readonly [dimension: string, before: unknown, after: unknown])[] = [
		["level", a.terms.level, b.terms.level],
		...keysOf(a.terms.tools.declare, b.terms.tools.declare).map(
			(tool) => [`tools.declare.${tool}`, a.terms.tools.declare[tool], b.terms.tools.declare[tool]] as const,
		),
		["parent", a.parent, b.parent],
		["children", a.children, b.children],
		...keysOf(a.places.written, b.places.written).map((place) => [`places.${place}`, placeOf(a, place), placeOf(b, place)] as const),
		["places.home", a.places.home, b.places.home],
	];
	return rows.flatMap(([dimension, before, after]) => (text(before) === text(after) ? [] : [label(dimension, text(before), text(after))]));
}

function label(dimension: string, before: string, after: string): Change {
	return { dimension, entry: after, message: `${dimension} is ${after} instead of ${before}`, witnesses: [] };
}

function keysOf(one: object, other: object): readonly string[] {
	return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}

function placeOf({ places }: Writ, place: string): readonly (string | undefined)[] {
	const written: Readonly<Record<string, string | undefined>> = places.written;
	const real: Readonly<Record<string, string | undefined>> = places.real;
	return written[place] === real[place] ? [written[place]] : [written[place], real[place]];
}

/** A value in words; the order of members does not matter. */
function text(value: unknown): string {
	if (value === undefined || value === null) return "nothing";
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(text).join(", ");
	if (typeof value !== "object") return String(value);
	const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${members.map(([key, member]) => `${key}: ${text(member)}`).join(", ")}}`;
}
