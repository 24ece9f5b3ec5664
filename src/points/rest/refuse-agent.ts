import type { Caller, Refusal } from "../../authority/index.ts";
import { problem, refusedReply } from "./problem.ts";
import type { RestReply } from "./rest-route.ts";

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
