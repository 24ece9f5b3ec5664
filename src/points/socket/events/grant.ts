import { GRANT_SCOPES } from "../../../authority/index.ts";
import { present } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, choice, count, freeText, parameters, text } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** Events about temporary widenings and the questions that lead to them. */
export const grantEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "grant:create",
		description: "Widens one agent's writ for a while, under the ceiling and under every deny rule",
		parameters: parameters(
			{
				agent_id: agentId,
				rule: text,
				scope: choice(...GRANT_SCOPES),
				minutes: { kind: "number" },
				calls: { kind: "number" },
				reason: freeText,
			},
			["agent_id", "rule", "scope"],
		),
		senders: "person",
		run: async ({ authority, caller }, { agent_id, ...wish }) =>
			replyTo(await authority.grant(caller, { agent: agent_id, ...wish }), (grant) => ({ grant: shown(grant) })),
	}),
	defineEvent({
		name: "grant:list",
		description: "Grants, newest first",
		parameters: parameters({ agent_id: agentId, limit: count, cursor: text }),
		senders: "anyone",
		sentAs: "permission:request",
		async run({ authority, caller }, { agent_id, limit = 100, cursor }) {
			const page = await authority.grants(caller, {
				...present({ agent: agent_id }),
				limit,
				cursor: cursor ?? null,
			});
			return { grants: page.items.map(shown), next_cursor: page.next_cursor };
		},
	}),
	defineEvent({
		name: "grant:revoke",
		description: "Takes a grant back at once",
		parameters: parameters({ grant_id: text }, ["grant_id"]),
		senders: "person",
		run: async ({ authority, caller }, { grant_id }) =>
			replyTo(await authority.revoke(caller, grant_id), () => ({ grant_id, status: "revoked" })),
	}),
	defineEvent({
		name: "approval:list",
		description: "Questions that wait for a person, and those that were answered",
		parameters: parameters({ agent_id: agentId, status: choice("pending", "approved", "denied", "expired"), limit: count, cursor: text }),
		senders: "anyone",
		sentAs: "permission:request",
		async run({ authority, caller }, { agent_id, status, limit = 100, cursor }) {
			const page = await authority.approvals(caller, {
				...present({ agent: agent_id, status }),
				limit,
				cursor: cursor ?? null,
			});
			return { approvals: page.items.map(shown), next_cursor: page.next_cursor };
		},
	}),
	defineEvent({
		name: "approval:wait",
		description: "Waits until a question is answered or its time is over",
		parameters: parameters({ request_id: text, wait_seconds: { kind: "number", minimum: 0, maximum: 600 } }, ["request_id"]),
		senders: "anyone",
		sentAs: "permission:request",
		async run({ authority, caller, gone }, { request_id, wait_seconds = 60 }) {
			for (let left = wait_seconds; ; left -= 1) {
				// One second at a time: a client that has gone waits no longer.
				const waited = await authority.awaitApproval(caller, request_id, Math.max(0, Math.min(left, 1)));
				if (!waited.ok || waited.value.status !== "pending" || left <= 1 || gone.aborted)
					return replyTo(waited, ({ status }) => ({ request_id, status }));
			}
		},
	}),
];

const MOMENTS = new Set(["created_at", "expires_at", "answered_at", "ended_at"]);

/** The same with its moments as text. */
function shown(value: object): Reply {
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, MOMENTS.has(key) && typeof member === "number" ? isoTime(member) : member]),
	);
}
