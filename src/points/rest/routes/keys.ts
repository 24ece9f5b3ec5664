import type { AccessKey } from "../../../authority/index.ts";
import { type Infer, present, ROLES } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { CURSORS } from "../cursors.ts";
import { problem, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { choice, flag, list, longText, members, moment, nullable, PAGE, page, readMoment, text, whole } from "../shapes.ts";

/** A key on this wire; its value is there once, when it is made. */
const KEY = members(
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
function showKey(key: AccessKey, now: number): Readonly<Record<string, unknown>> {
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

const KEY_BODY = members(
	{
		name: text,
		description: longText,
		scope: choice("user", "agent", "system"),
		agent_name: text,
		user_email: text,
		role: choice(...ROLES),
		expires_at: nullable(moment),
	},
	["name"],
);
type KeyBody = Infer<typeof KEY_BODY>;

/** Keys, under Trinity's path and under our own. */
export const keyRoutes: readonly RestRoute[] = [...keysBelow("/api/mcp/keys", true), ...keysBelow("/v1/keys", false), validateRoute()];

function keysBelow(path: string, compat: boolean): readonly RestRoute[] {
	return [
		defineRoute({
			method: "POST",
			path,
			tag: "keys",
			summary: "Makes a key; its value is shown this once",
			access: "person",
			body: KEY_BODY,
			replies: { 201: KEY },
			run: (visit) => makeKey(visit, compat),
		}),
		defineRoute({
			method: "GET",
			path,
			tag: "keys",
			summary: "Keys, without their values",
			access: "person",
			query: members({ ...PAGE, agent_name: text }),
			cursor: CURSORS.key,
			replies: { 200: compat ? list(KEY) : page(KEY) },
			async run({ authority, caller, query: { limit = 100, cursor, agent_name } }) {
				const agent = agent_name === undefined ? {} : { agent: agent_name };
				const found = await authority.keys(caller, { limit, cursor: cursor ?? null, ...agent });
				const items = found.items.map((key) => showKey(key, authority.now()));
				return answer(compat ? items : { items, next_cursor: found.next_cursor });
			},
		}),
		defineRoute({
			method: "POST",
			path: `${path}/ensure-default`,
			tag: "keys",
			summary: "The caller's key named default, made when there is none",
			access: "person",
			replies: { 200: KEY, 201: KEY },
			async run(visit) {
				const { authority, caller } = visit;
				const found = await authority.keys(caller, { limit: 1_000, cursor: null });
				const email = caller.principal.kind === "person" ? caller.principal.email : null;
				const held = found.items.find((key) => key.name === "default" && key.revokedAt === null && key.person === email);
				return held === undefined ? makeKey({ ...visit, body: { name: "default" } }, compat) : answer(showKey(held, authority.now()));
			},
		}),
		defineRoute({
			method: "GET",
			path: `${path}/{id}`,
			tag: "keys",
			summary: "One key, without its value",
			access: "person",
			replies: { 200: KEY },
			run: async ({ authority, caller, parameters: { id = "" } }) =>
				replyTo(await authority.key(caller, id), (key) => answer(showKey(key, authority.now()))),
		}),
		endRoute("DELETE", `${path}/{id}`),
		endRoute("POST", `${path}/{id}/revoke`),
		defineRoute({
			method: "POST",
			path: `${path}/{id}/rotate`,
			tag: "keys",
			summary: "Gives a key a new value; the old one ends at once or after a grace period",
			access: "person",
			body: members({ grace_seconds: { kind: "number", minimum: 0 } }),
			replies: { 200: KEY },
			run: async ({ authority, caller, parameters: { id = "" }, body: { grace_seconds = 0 } }) =>
				replyTo(await authority.renewKey(caller, id, grace_seconds), ({ key, value }) =>
					answer({ ...showKey(key, authority.now()), api_key: value }),
				),
		}),
	];
}

async function makeKey({ authority, caller, body }: Visit<object, KeyBody>, compat: boolean): Promise<RestReply> {
	const { agent_name, user_email, expires_at, ...wish } = body;
	const expiresAt = typeof expires_at === "string" ? readMoment(expires_at) : undefined;
	if (expiresAt === null) return problem(400, "invalid-request", "expires_at is a moment (ISO 8601)", { pointer: "/expires_at" });
	const made = await authority.makeKey(caller, {
		...wish,
		compat,
		...present({ agent: agent_name, email: user_email, expiresAt }),
	});
	return replyTo(made, ({ key, value }) => answer({ ...showKey(key, authority.now()), api_key: value }, 201));
}

function endRoute(method: "DELETE" | "POST", path: string): RestRoute {
	return defineRoute({
		method,
		path,
		tag: "keys",
		summary: "Ends a key, what was derived from it, and for an agent's key those of its descendants",
		access: "person",
		replies: { 200: members({ id: text, status: text, revoked: list(text) }, ["id", "status"]) },
		run: async ({ authority, caller, parameters: { id = "" } }) =>
			replyTo(await authority.endKey(caller, id), (revoked) =>
				answer({ id, status: revoked.length === 0 ? "not_active" : "revoked", revoked }),
			),
	});
}

/** Whose key this is, for servers that are shown one. */
function validateRoute(): RestRoute {
	return defineRoute({
		method: "POST",
		path: "/api/mcp/validate",
		tag: "keys",
		summary: "Whose key the caller shows",
		access: "anyone",
		replies: {
			200: members(
				{
					valid: flag,
					user_id: nullable(text),
					user_email: nullable(text),
					key_name: nullable(text),
					agent_name: nullable(text),
					scope: text,
				},
				["valid", "scope"],
			),
		},
		async run({ authority, caller: { principal } }) {
			const email = principal.kind === "person" ? principal.email : null;
			return answer({
				valid: true,
				user_id: email,
				user_email: email,
				key_name: await authority.keyName(principal),
				agent_name: principal.kind === "agent" ? principal.id : null,
				scope: principal.kind === "person" ? "user" : principal.kind,
			});
		},
	});
}
