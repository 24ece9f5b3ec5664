import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authority, Caller } from "../../authority/index.ts";
import type { Principal } from "../../engine/index.ts";
import { claimsOf } from "./claims-of.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { type Identity, identify } from "./identify.ts";
import { problem } from "./problem.ts";
import { readBody, readQuery } from "./read-input.ts";
import { correlationOf } from "./request-id.ts";
import type { RequestRate } from "./request-rate.ts";
import type { RestReply, RestRoute, Visit } from "./rest-route.ts";

/** What every request passes. */
export interface Door {
	readonly authority: Authority;
	readonly rate: RequestRate;
	readonly failedLogins: FailedLogins;
}

/** Lets a request in, reads what it brings, and has its route answer. */
export async function visitRoute(door: Door, route: RestRoute, request: FastifyRequest, reply: FastifyReply): Promise<RestReply> {
	const identity = route.access === "open" ? NOBODY : await enter(door, request);
	if (!identity.ok) return identity.reply;
	const { principal } = identity;
	const caller: Caller = { principal, point: "rest", correlationId: correlationOf(request), ...claimsOf(request, principal) };
	if (route.access === "person" && principal.kind !== "person") {
		await door.authority.refusePoint(caller, { route: `${route.method} ${route.path}` }, "person-required");
		return problem(403, "person-required", "Only a person may do this");
	}
	if (route.tool !== undefined && !(await holdsTool(door.authority, caller, route.tool, request.params))) {
		await door.authority.refusePoint(caller, { route: `${route.method} ${route.path}`, tool: route.tool }, "tool-disabled");
		return problem(403, "tool-disabled", `Tool '${route.tool}' is disabled by permission policy`);
	}
	const query = readQuery(request.query as Readonly<Record<string, unknown>>, route.query);
	if (!query.ok) return query.reply;
	const body = readBody(request.body, route.body);
	if (!body.ok) return body.reply;
	const gone = new AbortController();
	reply.raw.once("close", () => gone.abort());
	const visited: Visit = {
		authority: door.authority,
		caller,
		requestId: request.id,
		origin: `http://${request.headers.host ?? ""}`,
		session: identity.csrf === null || identity.cookie === null ? null : { csrf: identity.csrf, cookie: identity.cookie },
		parameters: request.params as Readonly<Record<string, string>>,
		query: query.value,
		body: body.value,
		ifMatch: headerText(request.headers["if-match"]),
		lastEventId: headerText(request.headers["last-event-id"]),
		gone: gone.signal,
	};
	return route.run(visited);
}

/** SECURITY: a rule that forbids a tool forbids its route too; to end or look at oneself takes no tool. */
async function holdsTool(authority: Authority, caller: Caller, tool: string, params: unknown): Promise<boolean> {
	const { principal } = caller;
	if (principal.kind !== "agent") return true;
	const { id, name } = params as Readonly<Record<string, string | undefined>>;
	if (OVER_OTHERS.has(tool) && (id ?? name) === principal.id) return true;
	return (await authority.heldTools(caller, [tool])).length > 0;
}

const OVER_OTHERS = new Set(["delete_agent", "get_agent_logs"]);

type Entered = Extract<Identity, { readonly ok: true }> | { readonly ok: false; readonly reply: RestReply };

/** Who comes in: known, and not too often. */
export async function enter({ authority, rate, failedLogins }: Door, { headers, method, ip }: FastifyRequest): Promise<Entered> {
	const identity = await identify(authority, headers, method);
	if (!identity.ok) {
		const wait = identity.wrongKey ? failedLogins.count(ip) : null;
		if (wait === null) return identity;
		return { ok: false, reply: problem(429, "rate-limited", "Too many wrong keys: wait a moment", { retryable: true, retry_after: wait }) };
	}
	const { principal } = identity;
	const wait = rate.count(principal.keyId ?? `page ${principal.kind === "person" ? principal.email : ""}`);
	if (wait !== null)
		return {
			ok: false,
			reply: problem(429, "rate-limited", "Too many requests of this key: wait a moment", { retryable: true, retry_after: wait }),
		};
	return identity;
}

const NOBODY: Extract<Identity, { readonly ok: true }> = {
	ok: true,
	principal: { kind: "system", name: "nobody", keyId: null } satisfies Principal,
	csrf: null,
	cookie: null,
};

function headerText(value: string | readonly string[] | undefined): string | null {
	return typeof value === "string" ? value : null;
}
