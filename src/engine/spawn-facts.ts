import { attenuateWish } from "./attenuate-wish.ts";
import { effectiveTerms } from "./decide/index.ts";
import type { Facts, Request, Writ } from "./vocabulary/index.ts";

/** The facts of a request, with a way to compare a wish with its parent when the request is to spawn. */
export function spawnFacts(writ: Writ, request: Request, facts: Facts): Facts {
	if (!isSpawn(request) || facts.escalations !== undefined) return facts;
	return { ...facts, escalations: (wish) => escalationsOf(writ, wish, facts) };
}

/**
 * What a wish asks for beyond the writ of its parent, as it holds now.
 *
 * INVARIANT: a wish that cannot be read has a finding against it, so that it is never spawned.
 */
export function escalationsOf(
	writ: Writ,
	wish: unknown,
	facts: Facts,
): readonly { readonly dimension: string; readonly message: string }[] {
	const { catalog, resolve } = facts;
	const parent = { ...writ, terms: effectiveTerms(writ, facts) };
	const outcome = attenuateWish(parent, wish, {
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

/** Callers hand in whatever arrived on a wire; what throws when it is read is for `decide` to refuse. */
function isSpawn(request: Request | null): boolean {
	try {
		return typeof request === "object" && request !== null && request.kind === "spawn";
	} catch {
		return false;
	}
}
