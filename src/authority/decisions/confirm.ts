import { type Decision, narrowestRule, parseRule, patternLookup, type Request } from "../../engine/index.ts";
import { requestApproval, takeApproved } from "../../state/grants/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Context } from "../context.ts";
import type { Known } from "../memory/agents.ts";
import { standingFacts } from "./facts.ts";

/** Asks people: one approval for the same question, however often it is asked. */
export async function raise(
	context: Context,
	transaction: Transaction,
	known: Known,
	request: Request,
	{ reasons }: Decision,
): Promise<string | undefined> {
	const { agent, writ } = known;
	const [reason] = reasons;
	const requested = await requestApproval(transaction, {
		agent: agent.id,
		request,
		rule: askedRule(context, known, request, reason),
		declare: writ.terms.tools.declare,
		reason: reason.message,
		timeoutSeconds: writ.terms.approvals.deadline_seconds,
		now: context.clock.now(),
	});
	// What cannot be asked stays open: nobody will say yes to it.
	return requested.ok ? requested.approval.id : undefined;
}

/** A request that a person allowed once passes once. */
export async function pass(context: Context, transaction: Transaction, known: Known, request: Request, asked: Decision): Promise<Decision> {
	const rule = askedRule(context, known, request, asked.reasons[0]);
	const taken = await takeApproved(transaction, known.agent.id, { rule, request }, context.clock.now());
	if (taken === null) return asked;
	const reason = Object.freeze({ code: "granted" as const, message: `Allowed once by ${taken.by ?? "a person"} (${taken.approval})` });
	return Object.freeze({ effect: "allow", reasons: Object.freeze([reason] as const), obligations: asked.obligations });
}

/** The rule that a person would grant so that a request passes; `null` when there is none. */
export function wantedRule(context: Context, known: Known, request: Request, { effect, reasons: [reason] }: Decision): string | null {
	if (effect !== "deny" || reason.remedy === undefined) return askedRule(context, known, request, reason);
	return read(known, reason.remedy).ok ? grantable(context, known, request, reason.remedy) : null;
}

/** The rule that answers a question. A grant answers only rules that ask; it cannot settle what could not be decided for other reasons. */
function askedRule(context: Context, known: Known, request: Request, { code, rule }: Decision["reasons"][0]): string | null {
	return code === "needs-confirmation" ? grantable(context, known, request, rule) : null;
}

/**
 * The rule that was named if it has a pattern, which a person wrote or which speaks of this request, and else the narrowest for the request.
 * SECURITY: a rule for a whole tool would open far more than was asked, see confirm.test.ts.
 */
function grantable(context: Context, known: Known, request: Request, named: string | undefined): string | null {
	const rule = named === undefined ? null : read(known, named);
	if (named !== undefined && rule?.ok === true && rule.rule.pattern !== null) return named;
	return narrowestRule(known.writ, request, standingFacts(context, known));
}

function read({ writ }: Known, rule: string): ReturnType<typeof parseRule> {
	return parseRule(rule, patternLookup(writ.terms.tools.declare));
}
