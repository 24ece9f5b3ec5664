import type { Decision, Origins, Terms, Writ } from "../vocabulary/index.ts";
import type { ToolPlan } from "./compiled-tools.ts";

/** Decisions about one tool that hang on nothing but the terms, kept because agents ask again and again. */
interface Settled {
	readonly terms: Terms;
	readonly origins: Origins;
	/** The same for every call: a denial, or `null` when arguments matter. */
	always: Decision | null | undefined;
	/** Allowed calls by the rule that allows them and the kind of obligations. */
	readonly allowed: Map<string, Decision>;
}

const settled = new WeakMap<ToolPlan, Settled>();
const MOST = 256;

function settledFor(plan: ToolPlan, terms: Terms, { origins }: Writ): Settled {
	const known = settled.get(plan);
	// A plan belongs to one set of tool rules; reasons also show where they were written, and the level.
	if (known !== undefined && known.terms === terms && known.origins === origins) return known;
	const made: Settled = { terms, origins, always: undefined, allowed: new Map() };
	settled.set(plan, made);
	return made;
}

/** The decision on every call of a tool, if there is only one; `make` is asked once. */
export function sameForEveryCall(plan: ToolPlan, terms: Terms, writ: Writ, make: () => Decision | null): Decision | null {
	const kept = settledFor(plan, terms, writ);
	if (kept.always === undefined) kept.always = make();
	return kept.always;
}

/** The allowing decision for a rule and a kind of obligations. */
export function sameAllowance(plan: ToolPlan, terms: Terms, writ: Writ, key: string, make: () => Decision): Decision {
	const { allowed } = settledFor(plan, terms, writ);
	const known = allowed.get(key);
	if (known !== undefined) return known;
	const made = make();
	if (allowed.size < MOST) allowed.set(key, made);
	return made;
}
