import { type Decision, lineOf, type Reason } from "../../engine/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { type Decided, decideWithin, type EdgeStates, weigh } from "./decide.ts";
import { MESSAGE_VERBS } from "./tools.ts";

/** Refusals that speak of the tool and not of the target. */
const OF_THE_TOOL = new Set(["unknown-tool", "tool-disabled", "tool-disallowed", "tool-not-allowed", "level-not-allowed"]);

/**
 * Decides whether an agent may write to another. A rule about targets for any of the verbs binds all of them; an event that is not a
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
	if (known === null) {
		const tool = MESSAGE_VERBS.includes(verb) ? verb : "nexus_send";
		return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target });
	}
	const edges: EdgeStates = new Map();
	const weighVerb = verbWeigher(context, transaction, known, target, edges);
	const tool = MESSAGE_VERBS.includes(verb) ? verb : await heldVerb(weighVerb);
	for (const other of MESSAGE_VERBS) {
		if (other === tool || !isBound(known, other, await weighVerb(other))) continue;
		const decided = await decideWithin(context, transaction, caller, agent, { kind: "target", tool: other, target }, { edges });
		// A person may have let this very message pass.
		if (decided.decision.effect !== "allow") return { ...decided, decision: namedFor(tool, other, decided.decision) };
	}
	return decideWithin(context, transaction, caller, agent, { kind: "target", tool, target }, { veto, edges });
}

/** SECURITY: what a rule about one verb forbids or asks about, it forbids or asks about whichever verb is used (test/mcp/twins.test.ts). */
function isBound(known: Known, other: string, decision: Decision): boolean {
	const [{ code }] = decision.reasons;
	if (code === "needs-confirmation" || code === "tool-disallowed") return true;
	return decision.effect !== "allow" && !OF_THE_TOOL.has(code) && isRestricted(known, other);
}

/** SECURITY: the verb that the agent used stands in the refusal, as for an agent that is missing. */
function namedFor(tool: string, other: string, decision: Decision): Decision {
	const renamed = ({ message, ...reason }: Reason): Reason => ({
		...reason,
		message: message.replace(`Tool '${other}'`, `Tool '${tool}'`),
	});
	const [first, ...more] = decision.reasons;
	return { ...decision, reasons: [renamed(first), ...more.map(renamed)] };
}

/** Whether a message would be permitted, now or when its rate has room again; nothing is used up or recorded. */
export async function mayReach(context: Context, transaction: Transaction, known: Known, target: string): Promise<boolean> {
	const weighVerb = verbWeigher(context, transaction, known, target, new Map());
	const held = await heldVerb(weighVerb);
	const decision = await weighVerb(held);
	if (decision.effect !== "allow" && decision.reasons[0].code !== "edge-rate") return false;
	for (const other of MESSAGE_VERBS) if (other !== held && isBound(known, other, await weighVerb(other))) return false;
	return true;
}

/** Whether a verb has a rule about targets of its own. */
function isRestricted({ writ, lineage }: Known, verb: string): boolean {
	return lineOf(writ, { lineage }).some((link) => link.writ.terms.tools.permissions[verb]?.allowed_targets != null);
}

type WeighVerb = (verb: string) => Promise<Decision>;

/** What the rules say of writing to a target with one verb or another; all ask the same of edges, so that is looked up once. */
function verbWeigher(context: Context, transaction: Transaction, known: Known, target: string, edges: EdgeStates): WeighVerb {
	return async (tool) => (await weigh(context, transaction, known, { kind: "target", tool, target }, context.clock.now(), edges)).decision;
}

async function heldVerb(weighVerb: WeighVerb): Promise<string> {
	for (const verb of MESSAGE_VERBS) if (!OF_THE_TOOL.has((await weighVerb(verb)).reasons[0].code)) return verb;
	return "nexus_send";
}
