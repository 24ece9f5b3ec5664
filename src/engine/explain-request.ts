import { compareWish } from "./compare-wish.ts";
import { type Explanation, explain } from "./explain/index.ts";
import type { Facts, Request, Writ } from "./vocabulary/index.ts";

/** Why a request is decided as it is, with the same facts that the decision has. */
export function explainRequest(writ: Writ, request: Request, facts: Facts = {}): Explanation {
	return explain(writ, request, facts, compareWish);
}
