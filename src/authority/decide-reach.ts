import { type Decision, effectiveTerms } from "../engine/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { type Decided, decideWithin, weigh } from "./decide.ts";
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
	const tool = MESSAGE_VERBS.includes(verb)
		? verb
		: known === null
			? "nexus_send"
			: await heldVerb(context, transaction, caller, agent, target);
	if (known === null) return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target });
	const { permissions } = effectiveTerms(known.writ, { lineage: known.lineage }).tools;
	const others = MESSAGE_VERBS.filter((other) => other !== tool && permissions[other]?.allowed_targets != null);
	for (const other of others) {
		const { decision } = await weigh(context, transaction, caller, known, { kind: "target", tool: other, target }, context.clock.now());
		if (decision.effect === "allow" || OF_THE_TOOL.has(decision.reasons[0].code)) continue;
		return decideWithin(context, transaction, caller, agent, { kind: "target", tool: other, target });
	}
	return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target }, veto);
}

async function heldVerb(context: Context, transaction: Transaction, caller: Caller, agent: string, target: string): Promise<string> {
	const known = await context.known.find(transaction, agent);
	for (const tool of MESSAGE_VERBS) {
		if (known === null) break;
		const { decision } = await weigh(context, transaction, caller, known, { kind: "target", tool, target }, context.clock.now());
		if (!OF_THE_TOOL.has(decision.reasons[0].code)) return tool;
	}
	return "nexus_send";
}
