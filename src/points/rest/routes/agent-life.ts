import type { AgentView, Outcome } from "../../../authority/index.ts";
import { aboutAgent } from "../about-agent.ts";
import { refuseAgent } from "../refuse-agent.ts";
import { answer, defineRoute, type RestRoute, type Visit } from "../rest-route.ts";
import { flag, list, members, text, whole } from "../shapes.ts";
import { AGENT, showAgent } from "../show-agent.ts";

const IMPACT = members(
	{
		agent: text,
		descendants: list(text),
		edges_in: list(text),
		edges_out: list(text),
		keys: whole,
		grants: whole,
		approvals: whole,
		queued_messages: whole,
		groups: list(text),
		deleted: flag,
	},
	["agent", "descendants", "edges_in", "edges_out"],
);
const WITH_KEY = members({ agent: AGENT, api_key: text }, ["agent"]);

type Agent = AgentView["agent"];

/** Agents: started, stopped, renamed, ended. */
export const agentLifeRoutes: readonly RestRoute[] = [
	lifeRoute("start", "Lets a stopped agent act again", ({ authority, caller }, id) => authority.start(caller, id)),
	lifeRoute("stop", "Denies everything that an agent asks until it is started again", ({ authority, caller }, id) =>
		authority.stop(caller, id),
	),
	lifeRoute("restart", "Begins anew under the same writ: grants for the session end", ({ authority, caller }, id) =>
		authority.restart(caller, id),
	),
	defineRoute({
		method: "POST",
		path: "/v1/agents/{id}/recreate",
		tag: "agents",
		summary: "A new sandbox and a new key, shown this once and never to an agent; writ, lineage, edges, groups and grants stay",
		access: "anyone",
		// Its old sandbox and key are gone.
		tool: "delete_agent",
		replies: { 200: WITH_KEY },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.recreate(visit.caller, id),
				({ agent, apiKey }) => ({ agent: showAgent(agent), ...(apiKey === null ? {} : { api_key: apiKey }) }),
			),
	}),
	defineRoute<object, { readonly to: string }>({
		method: "POST",
		path: "/v1/agents/{id}/rename",
		tag: "agents",
		summary: "Gives an agent another id; children, keys, edges and grants follow",
		access: "person",
		body: members({ to: text }, ["to"]),
		replies: { 200: AGENT },
		run: async (visit) => aboutAgent(visit, (id) => visit.authority.rename(visit.caller, id, visit.body.to), showAgent),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/agents/{id}/key",
		tag: "agents",
		summary: "A new key in place of the old ones, shown this once",
		access: "person",
		replies: { 200: WITH_KEY },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.newKey(visit.caller, id),
				({ agent, apiKey }) => ({ agent: showAgent(agent), api_key: apiKey }),
			),
	}),
	defineRoute<{ readonly dry_run?: boolean }>({
		method: "DELETE",
		path: "/v1/agents/{id}",
		tag: "agents",
		summary: "Ends an agent and everything below it; a dry run tells what would end",
		access: "anyone",
		tool: "delete_agent",
		query: members({ dry_run: flag }),
		replies: { 200: IMPACT },
		async run({ authority, caller, parameters: { id = "" }, query: { dry_run = false } }) {
			const impact = await authority.impact(caller, id);
			if (!impact.ok) return refuseAgent(caller, id, impact.refusal);
			if (dry_run) return answer(impact.value);
			const ended = await authority.terminate(caller, id);
			return ended.ok ? answer({ ...impact.value, deleted: true }) : refuseAgent(caller, id, ended.refusal);
		},
	}),
];

function lifeRoute(verb: string, summary: string, act: (visit: Visit<object, object>, id: string) => Promise<Outcome<Agent>>): RestRoute {
	return defineRoute({
		method: "POST",
		path: `/v1/agents/{id}/${verb}`,
		tag: "agents",
		summary,
		access: "anyone",
		tool: verb === "stop" ? "stop_agent" : "start_agent",
		replies: { 200: AGENT },
		run: async (visit) => aboutAgent(visit, (id) => act(visit, id), showAgent),
	});
}
