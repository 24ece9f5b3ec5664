import type { Profile } from "../engine/index.ts";
import { liveGrantsOf } from "../grants/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { endGrant } from "./grant.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { type Resealed, reseal } from "./seal-agent.ts";
import { changing } from "./work.ts";

/** Takes all permissions from an agent: it then holds an empty writ, and what was granted to it ends. */
export function removePermissions(context: Context, caller: Caller, id: string): Promise<Outcome<Resealed>> {
	return changing(context, caller, async (transaction) => {
		if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
		const resealed = await reseal(context, transaction, caller, id, { profile: EMPTY });
		if (!resealed.ok) return resealed;
		if (resealed.value === null) return refuse("not-found", `Agent ${id} not found`);
		for (const grant of await liveGrantsOf(transaction, id, context.clock.now())) await endGrant(context, transaction, caller, grant);
		return done(resealed.value);
	});
}

const EMPTY: Profile = { name: "empty", tools: { allowed: [] }, filesystem: { read_paths: [], write_paths: [] } };
