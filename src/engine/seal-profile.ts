import { composeProfile, EMPTY_CATALOG } from "./compose/index.ts";
import { type SealContext, type SealOutcome, sealComposition } from "./seal/index.ts";
import type { Catalog, ProfileOverrides } from "./vocabulary/index.ts";

/** Who the writ is for, where its places are, and what names in the profile refer to. */
export interface SealProfileOptions extends SealContext {
	readonly catalog?: Catalog;
	/** Changes by whoever calls; without `mayWiden` they can only tighten. */
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
