import { compareHosts } from "../hosts/index.ts";
import type { AnyOf, Escalation, Terms } from "../language/index.ts";
import { canonicalPathEntry, comparePaths, writtenPathEntry } from "../paths/index.ts";
import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS, findEscalations } from "../terms/index.ts";
import { compareRules } from "../tool-rules/index.ts";
import { type Difference, describeDenial, describeGrant, describeValue, isGrantList, NOT_COMPARED, type Sides } from "./changes.ts";
import { examplesOfDenial, examplesOfGrant } from "./examples-of-grant.ts";

/** What the wide side is granted and the narrow one is not: lists, limits, flags and scales. */
export function compareGrants(sides: Sides): readonly Difference[] {
	const { wide, narrow } = sides;
	const found = findEscalations(grantsOf(narrow.terms), grantsOf(wide.terms), {
		parentPlaces: narrow.places,
		childPlaces: wide.places,
		declarations: { ...wide.terms.tools.declare, ...narrow.terms.tools.declare },
		origins: wide.origins,
	});
	return found.map((escalation) =>
		isGrantList(escalation.dimension) ? listDifference(sides, escalation) : valueDifference(sides, escalation),
	);
}

/** What no request shows, so that it counts without an example. */
const NOT_DECIDED: ReadonlySet<string> = new Set(["environment.allow", "capabilities.spawn.profiles", "filesystem.sandbox_root"]);

function listDifference(sides: Sides, { dimension, requested, source, unproven }: Escalation): Difference {
	const entry = requested;
	return {
		dimension,
		entry,
		message: describeGrant(dimension, entry, sides.widens) + (unproven === true ? NOT_COMPARED : ""),
		...(source === undefined ? {} : { source }),
		certain: NOT_DECIDED.has(dimension),
		examples: (thorough) => examplesOfGrant(sides, dimension, dimension.startsWith("filesystem.") ? canonical(entry) : entry, thorough),
	};
}

function valueDifference(sides: Sides, { dimension, requested, parent, ...wish }: Escalation): Difference {
	const [after, before] = sides.widens ? [requested, parent] : [parent, requested];
	const source = sides.widens ? wish.source : sides.narrow.origins[dimension]?.[""];
	return {
		dimension,
		entry: after,
		message: describeValue(dimension, after, before),
		...(source === undefined ? {} : { source }),
		certain: true,
		examples: (thorough) => examplesOfGrant(sides, dimension, requested, thorough),
	};
}

function canonical(entry: string): string {
	const outcome = canonicalPathEntry(entry, "grant");
	return outcome.ok ? outcome.text : entry;
}

/** Terms without what is compared elsewhere: denials, permissions of single tools, targets, declarations. */
function grantsOf(terms: Terms): Terms {
	const { tools, filesystem, network, messaging } = terms;
	const anyone = { targets: [], within: [], edge_required: false };
	return {
		...terms,
		tools: { ...tools, disallowed: [], ask: [], permissions: {}, declare: {} },
		filesystem: { ...filesystem, blocked_paths: [], protected_paths: [] },
		network: { ...network, deny: [] },
		messaging: { ...messaging, allowed_targets: anyone, accept_from: anyone },
	};
}

/** What forbids (or asks) on the narrow side and not on the wide one. */
export function compareDenials(sides: Sides): readonly Difference[] {
	return [
		...ruleDenials(sides, "disallowed"),
		...ruleDenials(sides, "ask"),
		...pathDenials(sides, "blocked_paths"),
		...pathDenials(sides, "protected_paths"),
		...hostDenials(sides),
	];
}

function ruleDenials(sides: Sides, key: "disallowed" | "ask"): readonly Difference[] {
	const { wide, narrow } = sides;
	const scope = {
		parentPlaces: wide.places,
		childPlaces: narrow.places,
		declarations: { ...narrow.terms.tools.declare, ...wide.terms.tools.declare },
	};
	const kept = new Set(wide.terms.tools[key]);
	const covers = compareRules(wide.terms.tools[key], scope, "deny");
	return narrow.terms.tools[key].flatMap((rule) => {
		const covered = kept.has(rule) || covers(rule);
		return covered === true ? [] : [denial(sides, `tools.${key}`, rule, rule, covered === "unknown")];
	});
}

function pathDenials(sides: Sides, key: "blocked_paths" | "protected_paths"): readonly Difference[] {
	const { wide, narrow } = sides;
	const scope = { parentPlaces: wide.places, childPlaces: narrow.places };
	// What is blocked cannot be written either, so that it is protected as well.
	const kept = coverOf(wide.terms.filesystem, key);
	const compare = comparePaths({ parent: kept, parentUse: "deny", scope });
	const found = new Map(narrow.terms.filesystem[key].map((entry) => [entry, compare(entry).contained]));
	const lost = [...found.keys()].filter((entry) => found.get(entry) !== true);
	const builtIn = lost.filter((entry) => BUILT_IN.has(entry));
	const single = builtIn.length < MANY ? lost : lost.filter((entry) => !BUILT_IN.has(entry));
	return [
		...(builtIn.length < MANY ? [] : [builtInDenial(sides, `filesystem.${key}`, builtIn)]),
		...single.map((entry) => denial(sides, `filesystem.${key}`, entry, writtenPathEntry(entry), found.get(entry) === "unknown")),
	];
}

const BUILT_IN: ReadonlySet<string> = new Set([...BUILT_IN_BLOCKED_PATHS, ...BUILT_IN_PROTECTED_PATHS]);
const MANY = 4;

/** A list of one's own replaces the built-in one as a whole: one change, not dozens. */
function builtInDenial(sides: Sides, dimension: string, entries: readonly string[]): Difference {
	const entry = `${entries.length} entries of writ's built-in list`;
	const verb = dimension.endsWith("blocked_paths") ? "blocked" : "protected";
	return {
		dimension,
		entry,
		message: `${entry} are ${sides.widens ? "no longer " : ""}${verb}`,
		source: { layer: "built-in" },
		certain: false,
		examples: (thorough) => entries.flatMap((one) => [...examplesOfDenial(sides, dimension, one, thorough)].slice(0, 1)),
	};
}

function coverOf({ blocked_paths, protected_paths }: Terms["filesystem"], key: "blocked_paths" | "protected_paths"): AnyOf {
	return key === "blocked_paths" ? blocked_paths : [...protected_paths, ...blocked_paths];
}

function hostDenials(sides: Sides): readonly Difference[] {
	const kept = new Set(sides.wide.terms.network.deny);
	const holds = compareHosts(sides.wide.terms.network.deny);
	const lost = sides.narrow.terms.network.deny.filter((entry) => !kept.has(entry) && !holds(entry));
	return lost.map((entry) => denial(sides, "network.deny", entry, entry));
}

function denial(sides: Sides, dimension: string, entry: string, shown: string, unproven = false): Difference {
	const source = sides.narrow.origins[dimension]?.[entry];
	return {
		dimension,
		entry: shown,
		message: describeDenial(dimension, shown, sides.widens) + (unproven ? NOT_COMPARED : ""),
		...(source === undefined ? {} : { source }),
		certain: false,
		examples: (thorough) => examplesOfDenial(sides, dimension, entry, thorough),
	};
}
