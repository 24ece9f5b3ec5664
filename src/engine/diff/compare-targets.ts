import { ANY_TARGET, idsOf, TOOLS } from "../match/index.ts";
import type { TargetTerms, Writ } from "../vocabulary/index.ts";
import type { Difference, Sides } from "./writ-diff.ts";

/** Stands for every agent that neither writ names. */
const SOMEONE = "some-other-agent";

/** Who may be reached, or may reach, on the wide side and not on the narrow one. */
export function compareTargets(sides: Sides): readonly Difference[] {
	const { wide, narrow } = sides;
	return [
		...compareReach(
			sides,
			"messaging.allowed_targets",
			wide.terms.messaging.allowed_targets,
			narrow.terms.messaging.allowed_targets,
			messagingTools(wide),
		),
		...compareReach(sides, "messaging.accept_from", wide.terms.messaging.accept_from, narrow.terms.messaging.accept_from, []),
	];
}

/** The agents that one restriction lets through and another does not; there are only as many as both writs name, and everyone else. */
export function compareReach(
	sides: Sides,
	dimension: string,
	wide: TargetTerms | null,
	narrow: TargetTerms,
	tools: readonly string[],
): readonly Difference[] {
	const held = wide ?? ANY_TARGET;
	const known = [...namedIn(held), ...namedIn(narrow), ...familyOf(sides.wide), ...familyOf(sides.narrow)];
	const ids = [...new Set(known)].sort().concat(SOMEONE);
	const gained = ids.filter((id) => reaches(held, id, sides.wide) && !reaches(narrow, id, sides.narrow));
	const source = (sides.widens ? sides.wide : sides.narrow).origins[dimension]?.[""];
	const base = { dimension, ...(source === undefined ? {} : { source }) };
	const senders = dimension.endsWith("accept_from");
	const [, tool] = /^tools\.permissions\.(.*)\.allowed_targets$/.exec(dimension) ?? [];
	const about = tool === undefined ? "" : `${tool}: `;
	const verb = senders ? ["may write to it", "may no longer write to it"] : ["may be reached", "may no longer be reached"];
	const differences = gained.map((id): Difference => {
		const entry = id === SOMEONE ? "every other agent" : id;
		return {
			...base,
			entry,
			message: `${about}${entry} ${sides.widens ? verb[0] : verb[1]}`,
			certain: senders,
			examples: () => tools.map((tool) => ({ request: { kind: "target", tool, target: id } as const })),
		};
	});
	if (!narrow.edge_required || held.edge_required) return differences;
	const entry = sides.widens ? "no edge" : "an edge";
	return [...differences, { ...base, entry, message: `${dimension} needs ${entry}`, certain: true, examples: () => [] }];
}

function reaches({ targets, within }: TargetTerms, id: string, writ: Writ): boolean {
	if (!targets.every((set) => idsOf(set, writ).includes(id))) return false;
	return familyOf(writ).includes(id) || within.every((list) => list.includes(id));
}

function namedIn({ targets, within }: TargetTerms): readonly string[] {
	return [...targets.flatMap((set) => (typeof set === "string" ? [] : set)), ...within.flat()];
}

function familyOf({ parent, children }: Writ): readonly string[] {
	return parent === null ? children : [parent, ...children];
}

function messagingTools({ terms }: Writ): readonly string[] {
	const own = Object.entries(terms.tools.declare).flatMap(([name, { targets = [] }]) => (targets.length > 0 ? [name] : []));
	return [...TOOLS.flatMap(({ name, targets = [], aliasOf }) => (targets.length > 0 && aliasOf === undefined ? [name] : [])), ...own];
}
