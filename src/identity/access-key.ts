import { type AgentId, parseAgentId } from "../engine/index.ts";
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from "../store/index.ts";

/** Whom a key can stand for. */
export const KEY_SCOPES = ["user", "agent", "system"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** One key without its value, which nobody has but its holder. */
export interface AccessKey {
	readonly id: string;
	readonly name: string;
	readonly description: string | null;
	/** How the value begins, to tell keys apart. */
	readonly prefix: string;
	/** As stored; one that is not known authenticates nobody. */
	readonly scope: string;
	readonly person: string | null;
	readonly agent: AgentId | null;
	readonly systemName: string | null;
	/** The key that made this one possible: it ends with that one. */
	readonly derivedFrom: string | null;
	readonly createdBy: string;
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly revokedAt: number | null;
	/** The key that took its place when it was rotated. */
	readonly replacedBy: string | null;
	readonly lastUsedAt: number | null;
	readonly usageCount: number;
}

/** A row as a key; the hash stays in the store. */
export function readAccessKey(row: Row): AccessKey {
	const agent = parseAgentId(row.agent);
	const description = textOrNull(row, "description");
	return {
		id: textOf(row, "id"),
		name: String(JSON.parse(textOf(row, "name"))),
		description: description === null ? null : String(JSON.parse(description)),
		prefix: textOf(row, "prefix"),
		scope: textOf(row, "scope"),
		person: textOrNull(row, "person"),
		agent: agent.ok ? agent.id : null,
		systemName: textOrNull(row, "system_name"),
		derivedFrom: textOrNull(row, "derived_from"),
		createdBy: textOf(row, "created_by"),
		createdAt: numberOf(row, "created_at"),
		expiresAt: numberOrNull(row, "expires_at"),
		revokedAt: numberOrNull(row, "revoked_at"),
		replacedBy: textOrNull(row, "replaced_by"),
		lastUsedAt: numberOrNull(row, "last_used_at"),
		usageCount: numberOf(row, "usage_count"),
	};
}

/** Whether a key opens anything at this moment. */
export function isActive({ revokedAt, expiresAt }: Pick<AccessKey, "revokedAt" | "expiresAt">, now: number): boolean {
	return revokedAt === null && (expiresAt === null || now < expiresAt);
}
