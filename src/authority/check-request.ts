import type { Decision, Request } from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { weigh } from "./decide.ts";
import { STOPPED } from "./may-act.ts";
import { withOffered } from "./offered-tools.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { decisionFor } from "./uniform.ts";

/** What would be decided about a request of the calling agent; a preview, so nothing is used up or recorded. */
export function checkRequest(context: Context, caller: Caller, request: Request): Promise<Outcome<Decision>> {
	const { principal } = caller;
	return context.store.record(async (transaction) => {
		const known = principal.kind === "agent" ? await context.known.find(transaction, principal.id) : null;
		if (known === null) return refuse("not-permitted", "Only an agent holds a writ");
		if (known.agent.status === "stopped") return refuse(STOPPED.code, STOPPED.message);
		const { decision } = await weigh(context, transaction, withOffered(known), request, context.clock.now());
		return done(decisionFor(principal, decision));
	});
}
