import { GRANT_SCOPES } from "../../../authority/index.ts";
import { CURSORS } from "../cursors.ts";
import { replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { choice, longText, members, nullable, PAGE, page, text, whole, withMoments } from "../shapes.ts";

/** A grant on this wire. */
export const GRANT = members(
	{
		id: text,
		agent: text,
		rule: text,
		scope: text,
		message: nullable(text),
		expires_at: nullable(text),
		uses_left: nullable(whole),
		granted_by: text,
		reason: nullable(text),
		approval: nullable(text),
		created_at: text,
		ended_at: nullable(text),
		status: text,
		version: whole,
	},
	["id", "agent", "rule", "scope", "status"],
);

/** Temporary widenings by people. */
export const grantRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/grants",
		tag: "grants",
		summary: "Widens one agent's writ for a while, under the ceiling and under every deny rule",
		access: "person",
		body: members(
			{ agent: text, rule: text, scope: choice(...GRANT_SCOPES), minutes: { kind: "number" }, calls: { kind: "number" }, reason: longText },
			["agent", "rule", "scope"],
		),
		example: { agent: "worker", rule: "Bash(npm test)", scope: "minutes", minutes: 30, reason: "to mend the build" },
		replies: { 201: GRANT },
		run: async ({ authority, caller, body }) => replyTo(await authority.grant(caller, body), (grant) => answer(withMoments(grant), 201)),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/grants",
		tag: "grants",
		summary: "Grants, newest first",
		access: "anyone",
		query: members({ ...PAGE, agent: text }),
		cursor: CURSORS.moment,
		replies: { 200: page(GRANT) },
		async run({ authority, caller, query: { limit = 100, cursor, agent } }) {
			const found = await authority.grants(caller, { limit, cursor: cursor ?? null, ...(agent === undefined ? {} : { agent }) });
			return answer({ items: found.items.map(withMoments), next_cursor: found.next_cursor });
		},
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/grants/{id}",
		tag: "grants",
		summary: "Takes a grant back at once",
		access: "person",
		replies: { 200: GRANT },
		run: async ({ authority, caller, parameters: { id = "" } }) =>
			replyTo(await authority.revoke(caller, id), (grant) => answer(withMoments(grant))),
	}),
];
