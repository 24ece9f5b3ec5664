import { attenuateWish } from "./attenuate-wish.ts";
import type { Facts, Writ } from "./vocabulary/index.ts";

/**
 * What a wish asks for beyond one writ; whoever decides asks this of every writ that binds the parent.
 *
 * INVARIANT: a wish that cannot be read has a finding against it, so that it is never spawned.
 */
export function compareWish(writ: Writ, wish: unknown, facts: Facts): readonly { readonly dimension: string; readonly message: string }[] {
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
