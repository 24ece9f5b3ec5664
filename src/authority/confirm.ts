import { type Decision, parseRule, patternLookup, type Request } from "../engine/index.ts";
import { requestApproval, takeApproved } from "../grants/index.ts";
import type { Transaction } from "../store/index.ts";
import type { Known } from "./known-agents.ts";

/** Asks people: one approval for the same question, however often it is asked. */
export async function raise(
	transaction: Transaction,
	{ agent, writ }: Known,
	request: Request,
	{ reasons }: Decision,
	now: number,
): Promise<string | undefined> {
	const [reason] = reasons;
	const requested = await requestApproval(transaction, {
		agent: agent.id,
		request,
		rule: askedRule(writ, request, reason),
		declare: writ.terms.tools.declare,
		reason: reason.message,
		timeoutSeconds: writ.terms.approvals.deadline_seconds,
		now,
	});
	// What cannot be asked stays open: nobody will say yes to it.
	return requested.ok ? requested.approval.id : undefined;
}

/** A request that a person allowed once passes once. */
export async function pass(
	transaction: Transaction,
	{ agent, writ }: Known,
	request: Request,
	asked: Decision,
	now: number,
): Promise<Decision> {
	const taken = await takeApproved(transaction, agent.id, { rule: askedRule(writ, request, asked.reasons[0]), request }, now);
	if (taken === null) return asked;
	const reason = Object.freeze({ code: "granted" as const, message: `Allowed once by ${taken.by ?? "a person"} (${taken.approval})` });
	return Object.freeze({ effect: "allow", reasons: Object.freeze([reason] as const), obligations: asked.obligations });
}

/** The rule that a person would grant so that a request passes: the narrowest that is known; `null` when there is none. */
export function wantedRule(writ: Known["writ"], request: Request, { effect, reasons: [reason] }: Decision): string | null {
	if (effect !== "deny" || reason.remedy === undefined) return askedRule(writ, request, reason);
	return parseRule(reason.remedy, patternLookup(writ.terms.tools.declare)).ok ? reason.remedy : null;
}

/** The rule that a person would grant to stop being asked; `null` when there is none. */
function askedRule({ terms }: Known["writ"], request: Request, { rule }: Decision["reasons"][0]): string | null {
	const own = request.kind === "tool" ? request.tool : request.kind === "command" ? "Bash" : null;
	for (const text of [rule, own])
		if (text !== undefined && text !== null && parseRule(text, patternLookup(terms.tools.declare)).ok) return text;
	return null;
}
