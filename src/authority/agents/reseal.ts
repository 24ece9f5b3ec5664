import { attenuateWrit, type Profile, sealComposition, type Writ } from "../../engine/index.ts";
import { type Agent, resealAgent } from "../../state/agents/index.ts";
import { liveGrantsOf } from "../../state/grants/index.ts";
import type { Transaction } from "../../store/index.ts";
import { type Caller, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { targetsBeyondReach } from "../decisions/facts.ts";
import { findAgentFor } from "../find-agent.ts";
import { endGrant } from "../grants/grants.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";
import { heldNow, sealContextOf } from "./seal.ts";
import { spawn } from "./spawn.ts";
import { composeWish, type Wish } from "./wish.ts";

/** An agent with the writ that it now holds. */
interface Resealed {
	readonly agent: Agent;
	readonly writ: Writ;
}

/** Gives an agent another writ, still within its parent's; its descendants are bound at their next decision. An unknown id becomes a root. */
export async function sealAgent(context: Context, caller: Caller, id: string, wish: Wish): Promise<Outcome<Resealed>> {
	if (caller.principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	const outcome = await changing<Resealed | null>(context, caller, (transaction) => reseal(context, transaction, caller, id, wish));
	if (!outcome.ok) return outcome;
	return outcome.value === null ? spawn(context, caller, { ...wish, id }) : done(outcome.value);
}

/** The same inside a work; `null` = nobody lives under the id. */
async function reseal(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	id: string,
	wish: Wish,
): Promise<Outcome<Resealed | null>> {
	const composed = composeWish(wish, await context.definitions.refresh(transaction), true);
	if (!composed.ok) return composed;
	if ((await context.known.find(transaction, id)) === null) return done(null);
	const found = await findAgentFor(context, transaction, caller, id);
	if (!found.ok) return found;
	const { agent, writ: old, parent } = found.value;
	if (!mayChange(caller, agent)) return refuse("not-permitted", "Only the owner can modify agent permissions");
	const sealed = sealComposition(composed.value, sealContextOf(old));
	if (!sealed.ok)
		return refuse("invalid-definition", sealed.problems[0]?.message ?? "The definition cannot be sealed", { problems: sealed.problems });
	const bounded = parent === null ? done(sealed.writ) : within(parent, sealed.writ);
	if (!bounded.ok) return bounded;
	const beyond =
		parent === null ? [] : await targetsBeyondReach(transaction, parent, sealed.writ, context.clock.now(), found.value.children);
	if (beyond.length > 0) return refuse("escalation", BEYOND, { escalations: beyond });
	const changed = await resealAgent(transaction, agent.id, bounded.value);
	if (changed === null) return refuse("not-found", `Agent ${id} not found`);
	record(context, transaction, caller, agent.id, bounded.value);
	return done({ agent: changed, writ: bounded.value });
}

function within(parent: Known, wish: Writ): Outcome<Writ> {
	const child = attenuateWrit(heldNow(parent), wish);
	return child.ok ? done(child.writ) : refuse("escalation", BEYOND, { escalations: child.escalations });
}

const BEYOND = "The agent would hold more than its parent";

function record(context: Context, transaction: Transaction, caller: Caller, agent: string, writ: Writ): void {
	note(context, transaction, caller, {
		kind: "agent",
		agent,
		request: { action: "sealed", profile: writ.profile },
		effect: "allow",
		code: "granted",
		writDigest: writ.digest,
	});
}

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
