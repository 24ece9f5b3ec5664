import { attenuate } from "./attenuate/index.ts";
import { type SealProfileOptions, sealProfile } from "./seal-profile.ts";
import type { Escalation, Problem, Writ } from "./vocabulary/index.ts";

/** Who the child is and where its places are; its workspace is its parent's unless it has one of its own. */
export interface AttenuateWishOptions extends Omit<SealProfileOptions, "root" | "parent"> {
	readonly root?: string;
	/** `strict` (default) refuses a wish that exceeds the parent; `clamp` cuts it down. */
	readonly mode?: "strict" | "clamp";
}

/** The child's writ, or everything that it asks for beyond its parent; `problems` tell why a wish is none. */
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
