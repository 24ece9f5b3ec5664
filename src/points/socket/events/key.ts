import type { KeyWithValue } from "../../../authority/index.ts";
import { present, ROLES } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, choice, count, flag, freeText, moment, parameters, readMoment, text } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** Events about keys. */
export const keyEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "key:create",
		description: "Makes a key; its value is shown this once",
		parameters: parameters(
			{
				name: text,
				description: freeText,
				scope: choice("user", "agent", "system"),
				agent_id: agentId,
				email: text,
				role: choice(...ROLES),
				expires_at: moment,
				compat: flag,
			},
			["name"],
		),
		senders: "person",
		async run({ authority, caller }, { agent_id, expires_at, ...wish }) {
			const made = await authority.makeKey(caller, {
				...wish,
				...present({ agent: agent_id, expiresAt: expires_at === undefined ? undefined : readMoment(expires_at) }),
			});
			return replyTo(made, shownOnce);
		},
	}),
	defineEvent({
		name: "key:list",
		description: "Keys, without their values",
		parameters: parameters({ limit: count, cursor: text, agent_id: agentId }),
		senders: "person",
		async run({ authority, caller }, { limit = 100, cursor, agent_id }) {
			const page = await authority.keys(caller, { limit, cursor: cursor ?? null, ...present({ agent: agent_id }) });
			return { keys: page.items.map(shown), next_cursor: page.next_cursor };
		},
	}),
	defineEvent({
		name: "key:revoke",
		description: "Ends a key, what was derived from it, and for an agent's key those of its descendants",
		parameters: parameters({ key_id: text }, ["key_id"]),
		senders: "person",
		run: async ({ authority, caller }, { key_id }) =>
			replyTo(await authority.endKey(caller, key_id), (revoked) => ({
				key_id,
				revoked,
				status: revoked.length === 0 ? "not_active" : "revoked",
			})),
	}),
	defineEvent({
		name: "key:rotate",
		description: "Gives a key a new value; the old one ends at once or after a grace period",
		parameters: parameters({ key_id: text, grace_seconds: { kind: "number", minimum: 0 } }, ["key_id"]),
		senders: "person",
		run: async ({ authority, caller }, { key_id, grace_seconds = 0 }) =>
			replyTo(await authority.renewKey(caller, key_id, grace_seconds), shownOnce),
	}),
];

/** A key with its value, and who its holder is. */
function shownOnce({ key, value, role }: KeyWithValue): Reply {
	return { key: { ...shown(key), ...(role === null ? {} : { role }) }, api_key: value };
}

type ShownKey = Awaited<ReturnType<Parameters<SocketEvent["run"]>[0]["authority"]["keys"]>>["items"][number];

function shown(key: ShownKey): Reply {
	const at = (moment: number | null): string | null => (moment === null ? null : isoTime(moment));
	return {
		id: key.id,
		name: key.name,
		description: key.description,
		key_prefix: key.prefix,
		scope: key.scope,
		user_email: key.person,
		agent_name: key.agent,
		created_at: at(key.createdAt),
		expires_at: at(key.expiresAt),
		last_used_at: at(key.lastUsedAt),
		usage_count: key.usageCount,
		is_active: key.revokedAt === null,
	};
}
