import { numberOf, numberOrNull, plainText, type Row, textOf, textOrNull } from "../store/index.ts";

/** For how long a grant widens: one call, until a message is answered, until a restart, for minutes, for calls. */
export const GRANT_SCOPES = ["once", "task", "session", "minutes", "calls"] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];

/** `ended` = its task or session is over. */
export type GrantStatus = "active" | "used" | "expired" | "revoked" | "ended";

/** A temporary widening of one agent by a person. */
export interface Grant {
	readonly id: string;
	readonly agent: string;
	readonly rule: string;
	readonly scope: GrantScope;
	/** Scope `task`: the message. */
	readonly message: string | null;
	readonly expires_at: number | null;
	readonly uses_left: number | null;
	readonly granted_by: string;
	readonly reason: string | null;
	/** The approval that it answered. */
	readonly approval: string | null;
	readonly created_at: number;
	readonly ended_at: number | null;
	readonly status: GrantStatus;
	readonly version: number;
}

/** A grant from its row, as it is at this moment. */
export function grantOf(row: Row, now: number): Grant {
	const expires = numberOrNull(row, "expires_at");
	return {
		id: textOf(row, "id"),
		agent: textOf(row, "agent"),
		rule: textOf(row, "rule"),
		scope: scopeOf(textOf(row, "scope")),
		message: textOrNull(row, "message"),
		expires_at: expires,
		uses_left: numberOrNull(row, "uses_left"),
		granted_by: textOf(row, "granted_by"),
		reason: plainText(textOrNull(row, "reason")),
		approval: textOrNull(row, "approval"),
		created_at: numberOf(row, "created_at"),
		ended_at: numberOrNull(row, "ended_at"),
		status: statusOf(row, expires, now),
		version: numberOf(row, "version"),
	};
}

/** The scope of this name; one that is none was never written, and is the narrowest. */
function scopeOf(text: string): GrantScope {
	return GRANT_SCOPES.find((scope) => scope === text) ?? "once";
}

function statusOf(row: Row, expires: number | null, now: number): GrantStatus {
	switch (textOrNull(row, "ended_by")) {
		case null:
			break;
		case "used":
			return "used";
		case "expired":
			return "expired";
		case "revoked":
			return "revoked";
		default:
			return "ended";
	}
	if (expires !== null && expires <= now) return "expired";
	return numberOrNull(row, "uses_left") === 0 ? "used" : "active";
}
