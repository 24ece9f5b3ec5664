import { compareWish } from "./compare-wish.ts";
import { decide } from "./decide/index.ts";
import type { Decision, Facts, Request, Writ } from "./vocabulary/index.ts";

const NO_FACTS: Facts = Object.freeze({});

/** Allow, deny or ask, and why; the wish of a spawn is compared with the writ in every dimension. */
export function decideRequest(writ: Writ, request: Request, facts: Facts = NO_FACTS): Decision {
	return decide(writ, request, facts, compareWish);
}
