import type { ToolDeclaration } from "../engine/index.ts";
import { closeApprovalRow, findApprovalRow, type Refusal, refused, storedText, type Transaction } from "../store/index.ts";
import { type Approval, approvalOf } from "./approval.ts";
import { checkGrant, createGrant, type GrantTerms } from "./create-grant.ts";
import type { Grant } from "./grant.ts";

/** A person's word on an approval. */
export interface ApprovalAnswerWish extends Partial<Omit<GrantTerms, "rule">> {
	readonly id: string;
	readonly effect: "allow" | "deny";
	/** Written with the answer; stands in the grant too. */
	readonly reason?: string | null;
	readonly by: string;
	readonly now: number;
	readonly declare?: Readonly<Record<string, ToolDeclaration>>;
}

export type AnswerApprovalOutcome =
	| { readonly ok: true; readonly approval: Approval; readonly grant: Grant | null }
	| Refusal<"not-found" | "invalid-answer">
	| (Refusal<"already-answered" | "expired"> & { readonly approval: Approval });

/**
 * Answers an approval once. Allowing one that names a request `once` lets that very request pass once (`takeApproved`) and makes no
 * grant: another request must not use what was approved. Every other allowing makes a grant of its rule. An answer that is refused as invalid leaves it waiting.
 */
export async function answerApproval(transaction: Transaction, wish: ApprovalAnswerWish): Promise<AnswerApprovalOutcome> {
	const { id, effect, by, now, reason = null } = wish;
	if (effect !== "allow" && effect !== "deny") return refused("invalid-answer", "The effect of an answer is 'allow' or 'deny'");
	const row = await findApprovalRow(transaction, id);
	if (row === null) return refused("not-found", "There is no such approval");
	const known = approvalOf(row);
	if (known.status === "expired") return { ...refused("expired", "The time to answer is over"), approval: known };
	if (known.status !== "pending") return already(known);
	const close = (status: string, grant: string | null): ReturnType<typeof closeApprovalRow> =>
		closeApprovalRow(transaction, id, { status, by: status === "expired" ? null : by, at: now, answer: storedText(reason), grant });
	if (known.expires_at <= now) {
		const closed = await close("expired", null);
		return { ...refused("expired", "The time to answer is over"), approval: closed === null ? known : approvalOf(closed) };
	}
	if (effect === "deny") {
		const closed = await close("denied", null);
		return closed === null ? already(known) : { ok: true, approval: approvalOf(closed), grant: null };
	}
	const problem = checkAnswer(known, wish);
	if (problem !== null) return problem;
	const granted =
		known.rule === null || isPass(known, wish)
			? null
			: await createGrant(transaction, { ...grantOf(wish, known.rule), agent: known.agent, by, now, approval: id });
	if (granted !== null && !granted.ok) return refused("invalid-answer", granted.message);
	const closed = await close("approved", granted?.grant.id ?? null);
	if (closed === null) throw new TypeError("an approval that waited could not be answered");
	return { ok: true, approval: approvalOf(closed), grant: granted?.grant ?? null };
}

function isPass({ request }: Approval, { scope = "once" }: ApprovalAnswerWish): boolean {
	return request !== null && scope === "once";
}

function checkAnswer({ rule }: Approval, wish: ApprovalAnswerWish): Refusal<"invalid-answer"> | null {
	if (rule === null)
		return (wish.scope ?? "once") === "once" && wish.minutes === undefined && wish.calls === undefined
			? null
			: refused("invalid-answer", "This approval names no rule: it can be allowed once only");
	const problem = checkGrant(grantOf(wish, rule));
	return problem === null ? null : refused("invalid-answer", problem);
}

function grantOf(wish: ApprovalAnswerWish, rule: string): GrantTerms {
	const { scope = "once", minutes, calls, message, reason, declare } = wish;
	return {
		...{ rule, scope },
		...(minutes === undefined ? {} : { minutes }),
		...(calls === undefined ? {} : { calls }),
		...(message === undefined ? {} : { message }),
		...(reason === undefined ? {} : { reason }),
		...(declare === undefined ? {} : { declare }),
	};
}

function already(approval: Approval): AnswerApprovalOutcome {
	return { ...refused("already-answered", `The approval is ${approval.status} already`), approval };
}
