import type { AccessKey } from "../../authority/index.ts";
import { isoTime } from "../../platform/index.ts";
import { flag, members, nullable, text, whole } from "./shapes.ts";

/** A key on this wire; its value is there once, when it is made. */
export const KEY = members(
	{
		id: text,
		name: text,
		description: nullable(text),
		key_prefix: text,
		created_at: nullable(text),
		last_used_at: nullable(text),
		usage_count: whole,
		is_active: flag,
		expires_at: nullable(text),
		user_id: nullable(text),
		username: nullable(text),
		user_email: nullable(text),
		agent_name: nullable(text),
		scope: text,
		api_key: text,
	},
	["id", "name", "key_prefix", "scope", "is_active"],
);

/** A key without its value. */
export function showKey(key: AccessKey, now: number): Readonly<Record<string, unknown>> {
	const at = (moment: number | null): string | null => (moment === null ? null : isoTime(moment));
	return {
		id: key.id,
		name: key.name,
		description: key.description,
		key_prefix: key.prefix,
		created_at: at(key.createdAt),
		last_used_at: at(key.lastUsedAt),
		usage_count: key.usageCount,
		is_active: key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt),
		expires_at: at(key.expiresAt),
		user_id: key.person,
		username: key.person,
		user_email: key.person,
		agent_name: key.agent,
		scope: key.scope,
	};
}
