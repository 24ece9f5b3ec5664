import { type Decision, decide, EVENTS, findServedTool, lineOf, type Request, type ServedToolName } from "../../engine/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { decisionFor, reasonForAgent, speaksOfTarget } from "../uniform.ts";
import { refusePoint, STOPPED } from "../work.ts";
import { denial, weigh } from "./decide.ts";
import { aboutAgent, bindsTwins, withOffered } from "./tools.ts";
import { answered, findHolder, judge } from "./use-tool.ts";

/** What a route or an event is about to do. */
interface Act {
	/** The tool that does the same. */
	readonly tool: ServedToolName;
	/** The agent that it is done to. */
	readonly subject?: string | undefined;
	/** Whether the tool must be held; otherwise only rules against it count, and its verb says what else is missing. */
	readonly held: boolean;
}

/**
 * Whether an agent may do by other means what a tool does; a refusal is recorded, an allow is for the verb to record.
 * SECURITY: a rule about a tool binds whatever does the same: what it forbids is forbidden, what it asks about is asked.
 */
export function mayUse(context: Context, caller: Caller, { tool, subject, held }: Act): Promise<Outcome<true>> {
	const { principal } = caller;
	if (principal.kind !== "agent") return Promise.resolve(done(true));
	const row = findServedTool(tool);
	const input = row === undefined ? {} : aboutAgent(row, subject);
	// Whom it is done to is for the verb to judge: here only the rules about the tool count, and no edge.
	const use = { tool, input, edge: false, child: "required", sends: false } as const;
	return context.store.record(async (transaction): Promise<Outcome<true>> => {
		const now = context.clock.now();
		const known = await findHolder(context, transaction, caller, now);
		if (typeof known === "string") {
			if (!held) return done(true);
			const nothing = { decision: denial(known, STOPPED.message), disabled: false, target: null };
			const { decisionId } = await answered(context, transaction, caller, principal.id, null, { ...use, input: {}, ...nothing });
			return refuse(STOPPED.code, STOPPED.message, { decisionId });
		}
		const holder = withOffered(known);
		const judged = await judge(context, transaction, holder, use, now);
		const { reasons } = decisionFor(principal, judged.decision);
		const [{ message }] = reasons;
		const [{ code }] = judged.decision.reasons;
		if (judged.decision.effect === "allow" || (!held && judged.decision.effect === "deny" && !bindsTwins(code))) return done(true);
		const { decisionId, approvalId } = await answered(context, transaction, caller, principal.id, holder, { ...use, ...judged });
		const more = { decisionId, ...(approvalId === undefined ? {} : { approvalId }) };
		if (judged.disabled) return refuse("tool-disabled", `Tool '${tool}' is disabled by permission policy`, more);
		// SECURITY: an agent that may not be reached is reported like one that does not exist.
		if (judged.decision.effect === "deny" && speaksOfTarget(code)) return refuse("no-edge", message, more);
		return refuse(code, message, { ...more, reasons, retryable: judged.decision.effect === "ask" });
	});
}

/** Whether an agent's writ lets it send an event of the socket; a refusal is recorded. */
export async function maySend(context: Context, caller: Caller, event: string): Promise<Outcome<true>> {
	const { principal } = caller;
	if (principal.kind !== "agent") return done(true);
	const reason = await context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, principal.id);
		if (known?.agent.status === "stopped") return STOPPED;
		return known === null ? UNKNOWN : isLeftToItsVerb(known, event) ? null : judgeEvent(known, event);
	});
	if (reason === null) return done(true);
	await refusePoint(context, caller, { kind: "event", event }, reason.code);
	return refuse(reason.code, reason.message, { reasons: [reason] });
}

const UNKNOWN = { code: "unknown-agent", message: "No agent of this name holds a writ" } as const;

/** An event that a capability adds to the list: without it a rule for the tool may still let it through, and its verb decides that. */
function isLeftToItsVerb({ writ, lineage }: Known, event: string): boolean {
	const need = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
	if (need === undefined || need === "always" || need === "person") return false;
	return lineOf(writ, { lineage }).some((link) => !link.writ.terms.capabilities[need]);
}

function judgeEvent({ writ, lineage }: Known, event: string): ReturnType<typeof decide>["reasons"][0] | null {
	const { effect, reasons } = decide(writ, { kind: "event", event }, { lineage });
	return effect === "allow" ? null : reasonForAgent(reasons[0]);
}

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
