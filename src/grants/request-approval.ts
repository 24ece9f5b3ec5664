import { canonicalJson, type ToolDeclaration } from "../engine/index.ts";
import { randomId } from "../platform/index.ts";
import {
	closeApprovalRow,
	countPendingApprovals,
	existingAgentIds,
	findApprovalRow,
	findPendingApprovalRow,
	insertApprovalRow,
	type Refusal,
	refused,
	storedText,
	type Transaction,
} from "../store/index.ts";
import { type Approval, approvalOf } from "./approval.ts";
import { checkRule } from "./create-grant.ts";
import { fingerprintOf } from "./take-approved.ts";

/** What an agent asks a person for. */
export interface ApprovalWish {
	readonly agent: string;
	/** Rule text of a profile. One of `rule` and `request` must be there. */
	readonly rule?: string | null;
	readonly request?: unknown;
	readonly reason?: string | null;
	/** From the profile's `approvals`; 0 = nobody can be in time. */
	readonly timeoutSeconds: number;
	readonly now: number;
	/** Tools that the agent's profile declares, so that rules about them can be read. */
	readonly declare?: Readonly<Record<string, ToolDeclaration>>;
}

export type RequestApprovalOutcome =
	| { readonly ok: true; readonly approval: Approval; readonly joined: boolean }
	| Refusal<"invalid-approval" | "unknown-agent" | "too-many-approvals">;

/** SECURITY: an agent must not bury the questions of others under its own. */
const MOST_PENDING = 100;

/** Makes one approval that waits, or joins the one that waits for the same: same agent, rule and request. */
export async function requestApproval(transaction: Transaction, wish: ApprovalWish): Promise<RequestApprovalOutcome> {
	const { agent, request = null, reason = null, timeoutSeconds, now } = wish;
	const rule = wish.rule?.trim() ?? null;
	if (rule === null && request === null) return refused("invalid-approval", "An approval asks for a rule or a request");
	const problem = rule === null ? null : checkRule(rule, wish.declare);
	if (problem !== null) return refused("invalid-approval", problem);
	if ((await existingAgentIds(transaction, [agent])).size === 0) return refused("unknown-agent", `Agent ${agent} not found`);
	const fingerprint = fingerprintOf(rule, request);
	const waiting = await findPendingApprovalRow(transaction, agent, fingerprint);
	if (waiting !== null) {
		const approval = approvalOf(waiting);
		if (approval.expires_at > now) return { ok: true, approval, joined: true };
		await closeApprovalRow(transaction, approval.id, { status: "expired", by: null, at: now, answer: null, grant: null });
	}
	if ((await countPendingApprovals(transaction, agent, MOST_PENDING)) >= MOST_PENDING)
		return refused("too-many-approvals", `The agent already waits for ${MOST_PENDING} answers`);
	const id = randomId("approval");
	const count = await insertApprovalRow(transaction, {
		...{ id, agent, fingerprint, rule, request: request === null ? null : canonicalJson(request), reason: storedText(reason) },
		...{ created_at: now, expires_at: now + deadline(timeoutSeconds) },
	});
	// Another node may have been quicker.
	const row = count === 0 ? await findPendingApprovalRow(transaction, agent, fingerprint) : await findApprovalRow(transaction, id);
	if (row === null) throw new TypeError("an approval was not written");
	return { ok: true, approval: approvalOf(row), joined: count === 0 };
}

/** Milliseconds. What is no number of seconds is over at once. */
function deadline(seconds: number): number {
	return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.floor(seconds * 1000), Number.MAX_SAFE_INTEGER / 2) : 0;
}
