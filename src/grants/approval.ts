import { numberOf, numberOrNull, plainText, type Row, textOf, textOrNull } from "../store/index.ts";

export type ApprovalStatus = "pending" | "approved" | "denied" | "expired";

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
export function approvalOf(row: Row): Approval {
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
