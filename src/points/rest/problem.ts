import { type Caller, type Outcome, type Refusal, refusalMembers } from "../../authority/index.ts";
import { statusOf } from "../http/index.ts";
import type { RestReply } from "./rest-route.ts";

/** What is said beside the members that every problem has. */
type MoreMembers = Readonly<Record<string, unknown>>;

/** A refusal as `application/problem+json`; the request's id is put in where it leaves. */
export function problem(status: number, code: string, detail: string, more: MoreMembers = {}): RestReply {
	return {
		status,
		type: PROBLEM_TYPE,
		body: { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, code, ...more },
		...(typeof more.retry_after === "number" ? { headers: { "Retry-After": String(more.retry_after) } } : {}),
	};
}

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** What a verb refused, as a problem; `status` where a route knows better than the table. */
export function refusedReply(refusal: Refusal, status = statusOf(refusal.code)): RestReply {
	return problem(status, refusal.code, refusal.message, refusalMembers(refusal));
}

/** The reply to a verb: its value in the words of the route, or its refusal. */
export function replyTo<T>(outcome: Outcome<T>, reply: (value: T) => RestReply): RestReply {
	return outcome.ok ? reply(outcome.value) : refusedReply(outcome.refusal);
}

const TITLES: Readonly<Record<number, string>> = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	409: "Conflict",
	412: "Precondition Failed",
	413: "Content Too Large",
	415: "Unsupported Media Type",
	429: "Too Many Requests",
	500: "Internal Server Error",
	503: "Service Unavailable",
	504: "Gateway Timeout",
};

/** Refusals that would tell whether an agent exists. */
const TELLING = new Set(["not-found", "no-edge", "unknown-agent", "no-permissions", "no-sandbox", "not-permitted"]);

/**
 * What a verb refused about one agent.
 * SECURITY: missing, forbidden, blocked and ended agents answer the same, to a person and to an agent
 * (test/authority/uniform.test.ts).
 */
export function refuseAgent({ principal }: Caller, target: string, refusal: Refusal): RestReply {
	if (!TELLING.has(refusal.code)) return refusedReply(refusal);
	if (principal.kind !== "agent")
		return refusal.code === "not-permitted" ? refusedReply(refusal) : problem(404, "not-found", "Agent not found");
	const message = `Agent '${principal.id}' is not permitted to communicate with '${target}'`;
	return problem(403, "AGENT_PERMISSION_DENIED", message, {
		success: false,
		error: "Permission denied",
		message,
		reason: "no-edge",
		caller: principal.id,
		target,
		retryable: false,
		...(refusal.decisionId === undefined ? {} : { decision_id: refusal.decisionId }),
	});
}
