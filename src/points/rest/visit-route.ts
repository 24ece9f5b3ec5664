import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authority, Caller, WindowCounter } from "../../authority/index.ts";
import { findServedTool, type Principal, type ServedTool, subjectArgument } from "../../engine/index.ts";
import { correlationOf } from "../http/index.ts";
import type { CursorForm } from "./cursors.ts";
import { BODY_LIMIT, give, tooLarge } from "./give.ts";
import { type Identity, identify } from "./identify.ts";
import { problem, refuseAgent, refusedReply } from "./problem.ts";
import { readBody, readQuery } from "./read-input.ts";
import type { RestReply, RestRoute, Visit } from "./rest-route.ts";

/** What every request passes. */
export interface Door {
	readonly authority: Authority;
	/** How many requests a key makes in a second, and how many wrong keys come from an address in a minute; 0 = no limit. */
	readonly limits: { readonly requestsPerSecond: number; readonly failedLoginsPerMinute: number };
	readonly requests: WindowCounter;
	readonly failedLogins: WindowCounter;
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
	// SECURITY: a stopped agent is denied; what changes or decides says so itself.
	if (principal.kind === "agent" && route.method === "GET" && !(await door.authority.acts(caller)))
		return problem(403, "unknown-agent", "The agent is stopped");
	const refused = await refuseTool(door.authority, caller, route, request);
	if (refused !== null) return refused;
	const query = readQuery(request.query as Readonly<Record<string, unknown>>, route.query);
	if (!query.ok) return query.reply;
	const wrongCursor = refuseCursor(query.value.cursor, route.cursor, caller);
	if (wrongCursor !== null) return wrongCursor;
	const body = readBody(request.body, route.body);
	if (!body.ok) return body.reply;
	const weight = route.weight?.(body.value) ?? 1;
	const wait = weight > 1 ? door.requests.count(rateOf(principal), door.limits.requestsPerSecond, weight - 1) : null;
	if (wait !== null) return tooMany(wait);
	const gone = new AbortController();
	reply.raw.once("close", () => {
		// A client that got the whole answer did not give up.
		if (!reply.raw.writableFinished) gone.abort();
	});
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

/** SECURITY: a rule about a tool is one about its route too; to end or look at oneself takes no tool. */
async function refuseTool(authority: Authority, caller: Caller, { tool }: RestRoute, request: FastifyRequest): Promise<RestReply | null> {
	const { principal } = caller;
	if (tool === undefined || principal.kind !== "agent") return null;
	const row = findServedTool(tool);
	const subject = row === undefined ? undefined : subjectOf(row, request);
	if (row?.served.freeForSelf === true && subject === principal.id) return null;
	// A preview raises no question, and changes nothing else.
	if (isPreview(request) && (await authority.heldTools(caller, [tool])).length > 0) return null;
	const may = await authority.mayUse(caller, { tool, subject, held: true });
	if (may.ok) return null;
	return may.refusal.code === "no-edge" ? refuseAgent(caller, subject ?? "", may.refusal) : refusedReply(may.refusal, 403);
}

function isPreview({ body, query }: FastifyRequest): boolean {
	const said = typeof body === "object" && body !== null && Reflect.get(body, "dry_run") === true;
	return said || Reflect.get(query as object, "dry_run") === "true";
}

/** The agent that a route does something to, before anything else of the request is looked at. */
function subjectOf(tool: ServedTool, { params, body }: FastifyRequest): string | undefined {
	if (subjectArgument(tool) === null) return undefined;
	const { id, name } = { ...(tool.served.gate === "spawn" && typeof body === "object" ? body : {}), ...(params as object) } as Readonly<
		Record<string, unknown>
	>;
	const subject = id ?? name;
	return typeof subject === "string" ? subject : undefined;
}

type Entered = Extract<Identity, { readonly ok: true }> | { readonly ok: false; readonly reply: RestReply };

/** Who comes in: known, and not too often. */
export async function enter(
	{ authority, limits, requests, failedLogins }: Door,
	{ headers, method, ip }: FastifyRequest,
): Promise<Entered> {
	const identity = await identify(authority, headers, method);
	if (!identity.ok) {
		const wait = identity.wrongKey ? failedLogins.count(ip, limits.failedLoginsPerMinute) : null;
		if (wait === null) return identity;
		return { ok: false, reply: problem(429, "rate-limited", "Too many wrong keys: wait a moment", { retryable: true, retry_after: wait }) };
	}
	const { principal } = identity;
	const wait = requests.count(rateOf(principal), limits.requestsPerSecond);
	return wait === null ? identity : { ok: false, reply: tooMany(wait) };
}

function rateOf(principal: Principal): string {
	return principal.keyId ?? `page ${principal.kind === "person" ? principal.email : ""}`;
}

function tooMany(wait: number): RestReply {
	return problem(429, "rate-limited", "Too many requests of this key: wait a moment", { retryable: true, retry_after: wait });
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

/**
 * Lets only administrators send more than the usual limit.
 * SECURITY: it is asked before the first byte of the body is read, so that nobody else has the server hold so much
 * (test/rest/snapshot.test.ts).
 */
export function guardBody(door: Door): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
	return async (request, reply) => {
		// A body that comes in pieces does not say how large it will be.
		const size = Number(request.headers["content-length"] ?? Number.NaN);
		if (size <= BODY_LIMIT) return undefined;
		const identity = await enter(door, request);
		if (!identity.ok) return give(reply, request.id, { ...identity.reply, headers: { ...identity.reply.headers, Connection: "close" } });
		const { principal } = identity;
		if (principal.kind === "person" && principal.role === "admin") return undefined;
		return give(reply, request.id, Number.isNaN(size) ? LENGTHLESS : tooLarge());
	};
}

const LENGTHLESS = { ...problem(411, "length-required", "Say how large the body is: Content-Length"), headers: { Connection: "close" } };

const HEADERS = ["x-source-agent", "x-ksi-agent-id"];
const MEMBERS = ["_agent_id", "sender", "source_agent_id", "created_by"];

/** What a caller says of itself besides its credential, when it differs: recorded, never believed. */
function claimsOf(
	{ headers, body }: { readonly headers: IncomingHttpHeaders; readonly body?: unknown },
	principal: Principal,
): { readonly claimed?: Readonly<Record<string, unknown>> } {
	const said: [string, unknown][] = HEADERS.map((name) => [name, headers[name]]);
	if (typeof body === "object" && body !== null) for (const name of MEMBERS) said.push([name, (body as Record<string, unknown>)[name]]);
	const own = principal.kind === "agent" ? principal.id : null;
	const claims = said.filter(([, value]) => value !== undefined && value !== own);
	return claims.length === 0 ? {} : { claimed: Object.fromEntries(claims.map(([name, value]) => [name, String(value).slice(0, 256)])) };
}

/** The refusal of a cursor that no page of the list can have given out; `null` = there is none, or it may be one. */
function refuseCursor(cursor: unknown, form: CursorForm | undefined, caller: Caller): RestReply | null {
	if (typeof cursor !== "string" || form === undefined || form(cursor, caller)) return null;
	return problem(400, "invalid-request", "The cursor is not one of this list", { pointer: "/cursor" });
}
