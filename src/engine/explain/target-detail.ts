import { idsOf } from "../match/index.ts";
import type { Facts, TargetSet, TargetTerms, Writ } from "../vocabulary/index.ts";
import type { StepDetail } from "./explanation.ts";

export type TargetDetail = Extract<StepDetail, { readonly kind: "target" }>;

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
