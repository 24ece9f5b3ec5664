import { canonicalJson, sha256, type ToolDeclaration } from "../../engine/index.ts";
import { randomId } from "../../platform/index.ts";
import {
	type Connection,
	numberOf,
	numberOrNull,
	type Page,
	pageOf,
	plainText,
	type Refusal,
	type Row,
	refused,
	storedText,
	type Transaction,
	textOf,
	textOrNull,
} from "../../store/index.ts";
import { existingAgentIds } from "../edges/index.ts";
import {
	closeApprovalRow,
	closeApprovalRowsOf,
	closeDueApprovalRows,
	countPendingApprovals,
	cursorOf,
	findApprovalRow,
	findPendingApprovalRow,
	insertApprovalRow,
	pageOfApprovalRows,
	placeOf,
	type TimedFilter,
	takeApprovedRow,
} from "./approval-rows.ts";
import { checkGrant, checkRule, createGrant, type Grant, type GrantTerms } from "./grants.ts";

/** What an agent asks a person for. */
interface ApprovalWish {
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

type RequestApprovalOutcome =
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

/** Milliseconds. What is not a number of seconds is over at once. */
function deadline(seconds: number): number {
	return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.floor(seconds * 1000), Number.MAX_SAFE_INTEGER / 2) : 0;
}

/** A person's word on an approval. */
interface ApprovalAnswerWish extends Partial<Omit<GrantTerms, "rule">> {
	readonly id: string;
	readonly effect: "allow" | "deny";
	/** Written with the answer; stands in the grant too. */
	readonly reason?: string | null;
	readonly by: string;
	readonly now: number;
	readonly declare?: Readonly<Record<string, ToolDeclaration>>;
}

type AnswerApprovalOutcome =
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

/** An approval that let one request pass. */
interface Pass {
	readonly approval: string;
	readonly by: string | null;
}

/** How long an approved request may still be made. */
const STANDS = 10 * 60_000;

/** What makes two questions the same. */
function fingerprintOf(rule: string | null, request: unknown): string {
	return sha256(canonicalJson({ rule, request }));
}

/** Lets a request pass that a person allowed once, and never a second time; `null` = nobody did. */
export async function takeApproved(
	transaction: Transaction,
	agent: string,
	{ rule, request }: { readonly rule: string | null; readonly request: unknown },
	now: number,
): Promise<Pass | null> {
	const row = await takeApprovedRow(transaction, agent, fingerprintOf(rule, request), now - STANDS, now);
	return row === null ? null : { approval: textOf(row, "id"), by: textOrNull(row, "answered_by") };
}

type ApprovalStatus = "pending" | "approved" | "denied" | "expired";

/** A question to a person: may this agent do this? */
export interface Approval {
	readonly id: string;
	readonly agent: string;
	/** The rule that a grant would hold; `null` = only the one request is asked for. */
	readonly rule: string | null;
	readonly request: unknown;
	readonly reason: string | null;
	readonly status: ApprovalStatus;
	readonly created_at: number;
	readonly expires_at: number;
	readonly answered_by: string | null;
	readonly answered_at: number | null;
	/** What the person wrote with the answer. */
	readonly answer: string | null;
	readonly grant: string | null;
	readonly version: number;
}

/** An approval from its row. */
function approvalOf(row: Row): Approval {
	const request = textOrNull(row, "request");
	return {
		id: textOf(row, "id"),
		agent: textOf(row, "agent"),
		rule: textOrNull(row, "rule"),
		request: request === null ? null : JSON.parse(request),
		reason: plainText(textOrNull(row, "reason")),
		status: statusOf(textOf(row, "status")),
		created_at: numberOf(row, "created_at"),
		expires_at: numberOf(row, "expires_at"),
		answered_by: textOrNull(row, "answered_by"),
		answered_at: numberOrNull(row, "answered_at"),
		answer: plainText(textOrNull(row, "answer")),
		grant: textOrNull(row, "grant_id"),
		version: numberOf(row, "version"),
	};
}

function statusOf(text: string): ApprovalStatus {
	switch (text) {
		case "pending":
		case "approved":
		case "expired":
			return text;
		default:
			return "denied";
	}
}

export async function findApproval(connection: Connection, id: string): Promise<Approval | null> {
	const row = await findApprovalRow(connection, id);
	return row === null ? null : approvalOf(row);
}

/** Which approvals a list shows, and from where on. */
interface ApprovalList extends TimedFilter {
	readonly status?: ApprovalStatus;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** Approvals, the oldest first, page by page. One whose time is over is shown as pending until `expireApprovals` was there. */
export async function listApprovals(connection: Connection, { limit, cursor = null, ...filter }: ApprovalList): Promise<Page<Approval>> {
	const place = placeOf(cursor);
	const rows = place === null ? [] : await pageOfApprovalRows(connection, filter, place, limit + 1);
	return pageOf(rows, limit, approvalOf, cursorOf);
}

/** Ends everything that nobody answered in time, and tells what. */
export async function expireApprovals(transaction: Transaction, now: number): Promise<readonly Approval[]> {
	const end = { status: "expired", by: null, at: now, answer: null, grant: null };
	return (await closeDueApprovalRows(transaction, now, end)).map(approvalOf);
}

/** Denies everything that an agent waits for, because it restarts or ends. */
export async function denyApprovalsOf(
	transaction: Transaction,
	agent: string,
	now: number,
	by: string | null = null,
): Promise<readonly Approval[]> {
	const end = { status: "denied", by, at: now, answer: null, grant: null };
	return (await closeApprovalRowsOf(transaction, agent, end)).map(approvalOf);
}
