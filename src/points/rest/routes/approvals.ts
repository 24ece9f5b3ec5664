import { GRANT_SCOPES } from "../../../authority/index.ts";
import { present, type Shape, unreadRequest } from "../../../engine/index.ts";
import { CURSORS } from "../cursors.ts";
import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, choice, longText, members, nullable, PAGE, page, text, whole, withMoments } from "../shapes.ts";
import { GRANT } from "./grants.ts";

const APPROVAL = members(
	{
		id: text,
		agent: text,
		rule: nullable(text),
		request: anything,
		reason: nullable(text),
		status: text,
		created_at: text,
		expires_at: text,
		answered_by: nullable(text),
		answered_at: nullable(text),
		answer: nullable(text),
		grant: nullable(text),
		version: whole,
	},
	["id", "agent", "status", "expires_at"],
);

const REQUEST = { kind: "record", of: anything, key: "member" } as const satisfies Shape;

/** Questions that wait for a person. */
export const approvalRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/approvals",
		tag: "grants",
		summary: "Asks a person for a grant",
		access: "anyone",
		tool: "request_permission",
		body: members({ agent: text, rule: text, request: REQUEST, reason: longText, timeout_seconds: { kind: "number", minimum: 0 } }, [
			"reason",
		]),
		example: { rule: "Bash(npm test)", reason: "to see whether it works" },
		replies: { 201: APPROVAL },
		async run({ authority, caller, body: { agent: named, rule, request, reason, timeout_seconds } }) {
			const agent = caller.principal.kind === "agent" ? caller.principal.id : named;
			if (agent === undefined) return problem(400, "invalid-request", "Say which agent", { pointer: "/agent" });
			if ((rule === undefined) === (request === undefined))
				return problem(400, "invalid-request", "Say either rule or request", { pointer: "/rule" });
			const asked = await authority.ask(caller, {
				agent,
				reason,
				...present({ rule, request: request && unreadRequest(request), timeoutSeconds: timeout_seconds }),
			});
			return replyTo(asked, (approval) => answer(withMoments(approval), 201));
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/approvals",
		tag: "grants",
		summary: "Questions, newest first",
		access: "anyone",
		query: members({ ...PAGE, agent: text, status: choice("pending", "approved", "denied", "expired") }),
		cursor: CURSORS.moment,
		replies: { 200: page(APPROVAL) },
		async run({ authority, caller, query: { limit = 100, cursor, ...filter } }) {
			const found = await authority.approvals(caller, { ...filter, limit, cursor: cursor ?? null });
			return answer({ items: found.items.map(withMoments), next_cursor: found.next_cursor });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/approvals/{id}",
		tag: "grants",
		summary: "One question; with wait_seconds it waits for the answer",
		access: "anyone",
		query: members({ wait_seconds: { kind: "number", minimum: 0, maximum: 600 } }),
		replies: { 200: APPROVAL },
		async run({ authority, caller, parameters: { id = "" }, query: { wait_seconds = 0 }, gone }) {
			for (let left = wait_seconds; ; left -= 1) {
				// One second at a time: a client that has gone waits no longer.
				const waited = await authority.awaitApproval(caller, id, Math.max(0, Math.min(left, 1)));
				if (!waited.ok || waited.value.status !== "pending" || left <= 1 || gone.aborted)
					return replyTo(waited, (approval) => answer(withMoments(approval)));
			}
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/approvals/{id}/answer",
		tag: "grants",
		summary: "Allows or denies what was asked for",
		access: "person",
		body: members(
			{
				effect: choice("allow", "deny"),
				scope: choice(...GRANT_SCOPES),
				minutes: { kind: "number" },
				calls: { kind: "number" },
				reason: longText,
			},
			["effect"],
		),
		example: { effect: "allow", scope: "calls", calls: 3, reason: "go on" },
		replies: { 200: members({ approval: APPROVAL, grant: nullable(GRANT) }, ["approval"]) },
		run: async ({ authority, caller, parameters: { id = "" }, body }) =>
			replyTo(await authority.answer(caller, { id, ...body }), ({ approval, grant }) =>
				answer({ approval: withMoments(approval), grant: grant === null ? null : withMoments(grant) }),
			),
	}),
];
