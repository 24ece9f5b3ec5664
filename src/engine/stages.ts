import { attenuate } from "./attenuate/index.ts";
import { composeProfile, EMPTY_CATALOG } from "./compose/index.ts";
import { decide } from "./decide/index.ts";
import { type Explanation, explain } from "./explain/index.ts";
import type { Catalog, Decision, Escalation, Facts, Problem, ProfileOverrides, Request, Writ } from "./language/index.ts";
import { type SealContext, type SealOutcome, sealComposition } from "./seal/index.ts";

/** Who the writ is for, where its places are, and what names in the profile refer to. */
export interface SealProfileOptions extends SealContext {
	readonly catalog?: Catalog;
	/** Changes by the caller; without `mayWiden` they can only tighten. */
	readonly overrides?: ProfileOverrides;
	readonly mayWiden?: boolean;
}

/** From a profile (an object, a name of the catalog, or `{profile, overrides}`) to the sealed writ of one agent. */
export function sealProfile(profile: unknown, options: SealProfileOptions): SealOutcome {
	const { catalog = EMPTY_CATALOG, overrides, mayWiden, ...context } = options;
	const outcome = composeProfile(profile, catalog, {
		...(overrides === undefined ? {} : { overrides }),
		...(mayWiden === undefined ? {} : { mayWiden }),
	});
	if (!outcome.ok) return outcome;
	const sealed = sealComposition(outcome.composition, context);
	if (!sealed.ok) return sealed;
	const told = new Set(outcome.warnings.map(({ message }) => message));
	return { ...sealed, warnings: [...outcome.warnings, ...sealed.warnings.filter(({ message }) => !told.has(message))] };
}

/** Who the child is and where its places are; its workspace is its parent's unless it has one of its own. */
export interface AttenuateWishOptions extends Omit<SealProfileOptions, "root" | "parent"> {
	readonly root?: string;
	/** `strict` (default) refuses a wish that exceeds the parent; `clamp` cuts it down. */
	readonly mode?: "strict" | "clamp";
}

/** The child's writ, or everything that it asks for beyond its parent; `problems` say why a wish is not one. */
export type WishOutcome =
	| { readonly ok: true; readonly writ: Writ; readonly warnings: readonly Problem[] }
	| { readonly ok: false; readonly escalations: readonly Escalation[]; readonly problems: readonly Problem[] };

/** A child's writ from its parent's and a wish: the name of a profile, a profile, or `{profile, overrides}`. */
export function attenuateWish(parent: Writ, wish: unknown, options: AttenuateWishOptions): WishOutcome {
	const { mode = "strict", root = parent.places.written.workspace ?? "/", ...context } = options;
	const home = context.home ?? parent.places.home;
	const sealed = sealProfile(wish, { ...context, root, parent: parent.agent, ...(home === null ? {} : { home }) });
	if (!sealed.ok) return { ok: false, escalations: [], problems: sealed.problems };
	const outcome = attenuate(parent, sealed.writ, { mode });
	return outcome.ok ? { ...outcome, warnings: sealed.warnings } : { ...outcome, problems: [] };
}

/**
 * What a wish asks for beyond one writ; a decision asks this of every writ that binds the parent.
 *
 * INVARIANT: a wish that cannot be read has a finding against it, so that it is never spawned.
 */
function compareWish(writ: Writ, wish: unknown, facts: Facts): readonly { readonly dimension: string; readonly message: string }[] {
	const { catalog, resolve } = facts;
	const outcome = attenuateWish(writ, wish, {
		agent: "child",
		...(catalog === undefined ? {} : { catalog }),
		...(resolve === undefined ? {} : { resolve }),
	});
	if (outcome.ok) return [];
	const problems = outcome.problems
		.filter(({ severity }) => severity === "error")
		.map(({ path, message }) => ({ dimension: path, message }));
	const found = [...outcome.escalations, ...problems];
	return found.length > 0 ? found : [{ dimension: "", message: "The wish cannot be read" }];
}

const NO_FACTS: Facts = Object.freeze({});

/** Allow, deny or ask, and why; the wish of a spawn is compared with the writ in every dimension. */
export function decideRequest(writ: Writ, request: Request, facts: Facts = NO_FACTS): Decision {
	return decide(writ, request, facts, compareWish);
}

/** Why a request is decided as it is, with the same facts that the decision has. */
export function explainRequest(writ: Writ, request: Request, facts: Facts = {}): Explanation {
	return explain(writ, request, facts, compareWish);
}
