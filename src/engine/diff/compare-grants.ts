import { canonicalPathEntry, findEscalations } from "../match/index.ts";
import type { Escalation, Terms } from "../vocabulary/index.ts";
import { describeGrant, describeValue, isGrantList, NOT_COMPARED } from "./describe-change.ts";
import { examplesOfGrant } from "./examples/examples-of-grant.ts";
import type { Difference, Sides } from "./writ-diff.ts";

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
