import { isoTime } from "../../../platform/index.ts";
import { problem, refuseAgent } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { list, members, text } from "../shapes.ts";

const SHARE = members(
	{ id: text, agent_name: text, shared_with_email: text, shared_by_id: text, shared_by_email: text, created_at: text },
	["id", "agent_name", "shared_with_email"],
);

/** Trinity's routes about showing an agent to other people. */
export const shareRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/api/agents/{name}/share",
		tag: "trinity",
		summary: "Shows an agent to a person, who may then read it and write to it",
		access: "person",
		body: members({ email: text }, ["email"]),
		replies: { 200: SHARE },
		async run({ authority, caller, parameters: { name = "" }, body: { email } }) {
			const outcome = await authority.share(caller, name, email);
			return outcome.ok ? answer(shown(outcome.value)) : refuseAgent(caller, name, outcome.refusal);
		},
	}),
	defineRoute({
		method: "DELETE",
		path: "/api/agents/{name}/share/{email}",
		tag: "trinity",
		summary: "Takes a share back",
		access: "person",
		replies: { 200: members({ status: text }, ["status"]) },
		async run({ authority, caller, parameters: { name = "", email = "" } }) {
			const outcome = await authority.unshare(caller, name, email);
			if (!outcome.ok) return refuseAgent(caller, name, outcome.refusal);
			return outcome.value ? answer({ status: "removed" }) : problem(404, "not-found", "The agent is not shared with this person");
		},
	}),
	defineRoute({
		method: "GET",
		path: "/api/agents/{name}/shares",
		tag: "trinity",
		summary: "With whom an agent is shared",
		access: "person",
		replies: { 200: list(SHARE) },
		async run({ authority, caller, parameters: { name = "" } }) {
			const outcome = await authority.shares(caller, name);
			return outcome.ok ? answer(outcome.value.map(shown)) : refuseAgent(caller, name, outcome.refusal);
		},
	}),
];

function shown(share: {
	readonly id: string;
	readonly agent: string;
	readonly email: string;
	readonly sharedBy: string;
	readonly createdAt: number;
}) {
	const by = share.sharedBy.replace(/^user:/, "");
	return {
		id: share.id,
		agent_name: share.agent,
		shared_with_email: share.email,
		shared_by_id: by,
		shared_by_email: by,
		created_at: isoTime(share.createdAt),
	};
}
