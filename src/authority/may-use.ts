import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { denial } from "./decide.ts";
import { STOPPED } from "./may-act.ts";
import { withOffered } from "./offered-tools.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { bindsTwins, subjectOf } from "./tool-twins.ts";
import { decisionFor, speaksOfTarget } from "./uniform.ts";
import { answered, findHolder, judge } from "./use-tool.ts";

/** What a route or an event is about to do. */
export interface Act {
	/** The tool that does the same. */
	readonly tool: string;
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
	return context.store.record(async (transaction): Promise<Outcome<true>> => {
		const now = context.clock.now();
		const known = await findHolder(context, transaction, caller, now);
		if (typeof known === "string") {
			if (!held) return done(true);
			const nothing = { decision: denial(known, STOPPED.message), disabled: false, target: null };
			const use = { tool, input: {}, edge: false, child: "required", sends: false } as const;
			const { decisionId } = await answered(context, transaction, caller, principal.id, null, { ...use, ...nothing });
			return refuse(STOPPED.code, STOPPED.message, { decisionId });
		}
		const holder = withOffered(known);
		const use = {
			tool,
			input: subject === undefined ? {} : { [subjectOf(tool)]: subject },
			edge: false,
			child: "required",
			sends: false,
		} as const;
		const judged = await judge(context, transaction, holder, use, now);
		const { reasons } = decisionFor(principal, judged.decision);
		const [{ message }] = reasons;
		const [{ code }] = judged.decision.reasons;
		if (judged.decision.effect === "allow" || (!held && judged.decision.effect === "deny" && !bindsTwins(code))) return done(true);
		const { decisionId, approvalId } = await answered(context, transaction, caller, principal.id, holder, { ...use, ...judged });
		const more = { decisionId, ...(approvalId === undefined ? {} : { approvalId }) };
		if (judged.disabled) return refuse("tool-disabled", `Tool '${tool}' is disabled by permission policy`, more);
		// SECURITY: who may not be reached is told as one who is not there.
		if (judged.decision.effect === "deny" && speaksOfTarget(code)) return refuse("no-edge", message, more);
		return refuse(code, message, { ...more, reasons, retryable: judged.decision.effect === "ask" });
	});
}
