import type { Caller, Decided } from "../../../authority/index.ts";
import { unreadRequest } from "../../../engine/index.ts";
import { problem } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute } from "../rest-route.ts";
import { amount, anything, list, members, nullable, text } from "../shapes.ts";

/** A decision on this wire. */
const DECISION = members(
	{ effect: text, reasons: list(anything), obligations: list(anything), decision_id: nullable(text), approval_id: text },
	["effect", "reasons", "obligations", "decision_id"],
);

/** A decision with its place in the ledger. */
function showDecided({ decision, decisionId, approvalId }: Decided): Readonly<Record<string, unknown>> {
	return { ...decision, decision_id: decisionId, ...(approvalId === undefined ? {} : { approval_id: approvalId }) };
}

/** Decisions, recorded before they are told. */
export const decideRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/decide",
		tag: "decisions",
		summary: "Decides one request of an agent, or up to 1,000; an agent asks for itself alone",
		access: "anyone",
		body: members({ agent: text, request: anything, requests: list(anything) }),
		weight: ({ requests }) => (Array.isArray(requests) && requests.length <= MOST ? requests.length : 1),
		example: { agent: "reviewer", request: { kind: "command", command: "git status" } },
		replies: { 200: members({ ...DECISION.keys, decisions: list(DECISION) }) },
		async run({ authority, caller, body: { agent: named, request, requests } }) {
			const agent = agentOf(caller, named);
			if (typeof agent !== "string") return agent;
			if ((request === undefined) === (requests === undefined))
				return problem(400, "invalid-request", "Say either request or requests", { pointer: "/request" });
			if (requests === undefined) return answer(showDecided(await authority.decide(caller, agent, unreadRequest(request))));
			if (requests.length > MOST) return problem(400, "invalid-request", `At most ${MOST} requests at once`, { pointer: "/requests" });
			const decided = await Promise.all(requests.map((one) => authority.decide(caller, agent, unreadRequest(one))));
			return answer({ decisions: decided.map(showDecided) });
		},
	}),
];

const MOST = 1_000;

function agentOf({ principal }: Caller, named: string | undefined): string | RestReply {
	if (principal.kind !== "agent") return named ?? problem(400, "invalid-request", "Say which agent", { pointer: "/agent" });
	if (named === undefined || named === principal.id) return principal.id;
	return problem(403, "not-permitted", "An agent asks for itself alone");
}

/** What agents spend. */
export const spendRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/spend",
		tag: "decisions",
		summary: "Checks a spend against an agent and every ancestor, and counts it when it fits",
		access: "anyone",
		body: members({ agent: text, tokens: amount, requests: amount, costUsd: amount }),
		example: { agent: "worker", tokens: 1_000 },
		replies: { 200: members({ ...DECISION.keys, spent: anything }, ["effect", "reasons"]) },
		async run({ authority, caller, body: { agent: named, ...spend } }) {
			const agent = named ?? (caller.principal.kind === "agent" ? caller.principal.id : undefined);
			if (agent === undefined) return problem(400, "invalid-request", "Say which agent", { pointer: "/agent" });
			const decided = await authority.spendBudget(caller, agent, spend);
			const budget = await authority.budget(caller, agent);
			return answer({ ...showDecided(decided), spent: budget.ok ? budget.value.spent : null });
		},
	}),
];
