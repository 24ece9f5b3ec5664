import { problem } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { amount, anything, members, text } from "../shapes.ts";
import { DECISION, showDecided } from "../show-decision.ts";

/** What agents spend. */
export const spendRoutes: readonly RestRoute[] = [
	defineRoute<object, { readonly agent?: string; readonly tokens?: number; readonly requests?: number; readonly costUsd?: number }>({
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
