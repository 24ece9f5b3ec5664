import type { ToolContext } from "../../decide/index.ts";
import { idsOf } from "../../match/index.ts";
import type { Facts, TargetSet, TargetTerms, Terms, Writ } from "../../vocabulary/index.ts";
import type { Candidate } from "./candidate.ts";
import { changePermission, permissionKeys } from "./change-permission.ts";

/** What would let a target through each restriction that keeps it out. */
export function targetCandidates(context: ToolContext, target: unknown): readonly Candidate[] {
	if (typeof target !== "string" || target === "") return [];
	const { terms, plan, writ, facts } = context;
	const widen = (held: TargetTerms): TargetTerms => widenTargets(held, target, writ, facts);
	const own = permissionKeys(terms, plan.permissions).flatMap((key) => {
		const held = terms.tools.permissions[key]?.allowed_targets;
		return held === undefined || held === null || !keepsOut(held, target, writ, facts)
			? []
			: [
					candidate(`tools.permissions.${key}.allowed_targets`, widen(held), (before) =>
						changePermission(before, key, (one) => ({
							...one,
							allowed_targets: one.allowed_targets === null ? null : widen(one.allowed_targets),
						})),
					),
				];
	});
	const messaging = terms.messaging.allowed_targets;
	if (!keepsOut(messaging, target, writ, facts)) return own;
	const change = (before: Terms): Terms => ({
		...before,
		messaging: { ...before.messaging, allowed_targets: widen(before.messaging.allowed_targets) },
	});
	return [...own, candidate("messaging.allowed_targets", widen(messaging), change)];
}

function candidate(dimension: string, widened: TargetTerms, change: (terms: Terms) => Terms): Candidate {
	const [first = []] = widened.targets;
	const entry = typeof first === "string" ? first : `[${first.join(", ")}]`;
	return { dimension, entry, text: `${dimension}: ${entry}`, change };
}

function keepsOut({ targets }: TargetTerms, target: string, writ: Writ, facts: Facts): boolean {
	return targets.some((set) => !idsOf(set, relationsOf(writ, facts)).includes(target));
}

function widenTargets(terms: TargetTerms, target: string, writ: Writ, facts: Facts): TargetTerms {
	const relations = relationsOf(writ, facts);
	const widenSet = (set: TargetSet): TargetSet => {
		const ids = idsOf(set, relations);
		if (ids.includes(target)) return set;
		if (typeof set === "string" && idsOf("family", relations).includes(target)) return "family";
		return [...ids, target].sort();
	};
	return { ...terms, targets: terms.targets.map(widenSet) };
}

function relationsOf(writ: Writ, facts: Facts): { readonly parent: string | null; readonly children: readonly string[] } {
	return { parent: writ.parent, children: facts.children ?? writ.children };
}

/** An edge to the target. */
export function edgeCandidate(agent: string, target: unknown): readonly Candidate[] {
	if (typeof target !== "string" || target === "") return [];
	return [{ dimension: "edges", entry: target, text: `an edge that lets '${agent}' reach '${target}'`, edge: target }];
}
