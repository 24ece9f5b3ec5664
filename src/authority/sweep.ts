import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { type Swept, sweepSandboxes } from "./sweep-sandboxes.ts";

/** Removes what dead processes left, now. */
export async function sweep(context: Context, caller: Caller): Promise<Outcome<Swept>> {
	if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
	return done(await sweepSandboxes(context));
}
