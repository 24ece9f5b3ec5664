import type { Decision, Origins, TargetTerms, Terms, Writ } from "../vocabulary/index.ts";
import type { ToolPlan } from "./compiled-tools.ts";

/** Decisions about one tool that hang on nothing but the terms, kept because agents ask again and again. */
export interface Settled {
	readonly terms: Terms;
	readonly origins: Origins;
	/** Refused whatever the arguments are; `null` = they matter. */
	readonly refused: Decision | null;
	/** Whom the tool may reach, its own restriction first. */
	readonly targets: readonly TargetTerms[];
	/** Allowed calls by the rule that allows them and the kind of obligations. */
	readonly allowed: Map<string, Decision>;
}

const MOST = 256;
const kept = new WeakMap<ToolPlan, Settled>();

/** What is settled about a tool under these terms; `refuse` is asked once. */
export function settledFor(plan: ToolPlan, terms: Terms, { origins }: Writ, refuse: () => Decision | null): Settled {
	const known = kept.get(plan);
	// A plan belongs to one set of tool rules; reasons also show the level, and where rules were written.
	if (known !== undefined && known.terms === terms && known.origins === origins) return known;
	const own = plan.permissions.flatMap((permission) => permission.allowed_targets ?? []);
	const made: Settled = { terms, origins, refused: refuse(), targets: [...own, terms.messaging.allowed_targets], allowed: new Map() };
	kept.set(plan, made);
	return made;
}

/** The allowing decision for a rule and a kind of obligations. */
export function sameAllowance({ allowed }: Settled, key: string, make: () => Decision): Decision {
	const known = allowed.get(key);
	if (known !== undefined) return known;
	const made = make();
	if (allowed.size < MOST) allowed.set(key, made);
	return made;
}
