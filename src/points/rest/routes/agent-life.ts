import type { AgentView, Outcome } from "../../../authority/index.ts";
import { defineRoute, type RestRoute, type Visit } from "../rest-route.ts";
import { flag, list, members, text, whole } from "../shapes.ts";
import { AGENT, changeAgent, showAgent } from "../show-agent.ts";

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
	lifeRoute("start", "Lets a stopped agent act again", ({ authority, caller }, id, expected) => authority.start(caller, id, expected)),
	lifeRoute("stop", "Denies everything that an agent asks until it is started again", ({ authority, caller }, id, expected) =>
		authority.stop(caller, id, expected),
	),
	lifeRoute("restart", "Starts over under the same writ: grants for the session end", ({ authority, caller }, id, expected) =>
		authority.restart(caller, id, expected),
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
			changeAgent(
				visit,
				(id, expected) => visit.authority.recreate(visit.caller, id, expected),
				({ agent, apiKey }) => ({ agent: showAgent(agent), ...(apiKey === null ? {} : { api_key: apiKey }) }),
				{ versionOf: ({ agent }) => agent.version },
			),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/agents/{id}/rename",
		tag: "agents",
		summary: "Gives an agent another id; children, keys, edges and grants follow",
		access: "person",
		body: members({ to: text }, ["to"]),
		replies: { 200: AGENT },
		run: async (visit) =>
			changeAgent(visit, (id, expected) => visit.authority.rename(visit.caller, id, visit.body.to, expected), showAgent, {
				versionOf: ({ version }) => version,
			}),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/agents/{id}/key",
		tag: "agents",
		summary: "A new key in place of the old ones, shown this once",
		access: "person",
		replies: { 200: WITH_KEY },
		run: async (visit) =>
			changeAgent(
				visit,
				(id, expected) => visit.authority.newKey(visit.caller, id, expected),
				({ agent, apiKey }) => ({ agent: showAgent(agent), api_key: apiKey }),
				{ versionOf: ({ agent }) => agent.version },
			),
	}),
	defineRoute({
		method: "DELETE",
		path: "/v1/agents/{id}",
		tag: "agents",
		summary: "Ends an agent and everything below it; a dry run tells what would end",
		access: "anyone",
		tool: "delete_agent",
		query: members({ dry_run: flag }),
		replies: { 200: IMPACT },
		run: async (visit) => {
			const { authority, caller, query } = visit;
			const end = async (id: string, expected: number | undefined): Promise<Outcome<object>> => {
				const impact = await authority.impact(caller, id, expected);
				if (!impact.ok || query.dry_run === true) return impact;
				const ended = await authority.terminate(caller, id, expected);
				return ended.ok ? { ok: true, value: { ...impact.value, deleted: true } } : ended;
			};
			return changeAgent(visit, end, (impact) => impact);
		},
	}),
];

function lifeRoute(
	verb: string,
	summary: string,
	act: (visit: Visit<object, object>, id: string, expectedVersion: number | undefined) => Promise<Outcome<Agent>>,
): RestRoute {
	return defineRoute({
		method: "POST",
		path: `/v1/agents/{id}/${verb}`,
		tag: "agents",
		summary,
		access: "anyone",
		tool: verb === "stop" ? "stop_agent" : "start_agent",
		replies: { 200: AGENT },
		run: async (visit) =>
			changeAgent(visit, (id, expected) => act(visit, id, expected), showAgent, { versionOf: ({ version }) => version }),
	});
}
