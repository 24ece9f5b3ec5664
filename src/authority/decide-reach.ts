import { type Decision, effectiveTerms } from "../engine/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { type Decided, decideWithin, weigh } from "./decide.ts";
import type { Known } from "./known-agents.ts";
import { MESSAGE_VERBS } from "./message-verbs.ts";

/** Refusals that speak of the tool and not of the target. */
const OF_THE_TOOL = new Set(["unknown-tool", "tool-disabled", "tool-disallowed", "tool-not-allowed", "level-not-allowed"]);

/**
 * Decides whether an agent may write to another. A rule about targets for any of the verbs binds all of them; an event that is no
 * tool stands for the verb that the agent holds.
 */
export async function decideReach(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	agent: string,
	verb: string,
	target: string,
	veto: (allowed: Decision) => Promise<Decision>,
): Promise<Decided> {
	const known = await context.known.find(transaction, agent);
	const tool = MESSAGE_VERBS.includes(verb) ? verb : known === null ? "nexus_send" : await heldVerb(context, transaction, agent, target);
	if (known === null) return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target });
	for (const other of restrictedVerbs(known, tool)) {
		const { decision } = await weigh(context, transaction, known, { kind: "target", tool: other, target }, context.clock.now());
		if (decision.effect === "allow" || OF_THE_TOOL.has(decision.reasons[0].code)) continue;
		return decideWithin(context, transaction, caller, agent, { kind: "target", tool: other, target });
	}
	return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target }, veto);
}

/** Whether a message would be permitted, now or when its rate has room again; nothing is used up or recorded. */
export async function mayReach(context: Context, transaction: Transaction, known: Known, target: string): Promise<boolean> {
	const held = await heldVerb(context, transaction, known.agent.id, target);
	for (const tool of [held, ...restrictedVerbs(known, held)]) {
		const { decision } = await weigh(context, transaction, known, { kind: "target", tool, target }, context.clock.now());
		const [{ code }] = decision.reasons;
		if (decision.effect === "allow" || code === "edge-rate" || (tool !== held && OF_THE_TOOL.has(code))) continue;
		return false;
	}
	return true;
}

/** Verbs whose own rule about targets binds whatever is sent with another one. */
function restrictedVerbs({ writ, lineage }: Known, tool: string): readonly string[] {
	const { permissions } = effectiveTerms(writ, { lineage }).tools;
	return MESSAGE_VERBS.filter((other) => other !== tool && permissions[other]?.allowed_targets != null);
}

async function heldVerb(context: Context, transaction: Transaction, agent: string, target: string): Promise<string> {
	const known = await context.known.find(transaction, agent);
	for (const tool of MESSAGE_VERBS) {
		if (known === null) break;
		const { decision } = await weigh(context, transaction, known, { kind: "target", tool, target }, context.clock.now());
		if (!OF_THE_TOOL.has(decision.reasons[0].code)) return tool;
	}
	return "nexus_send";
}
