import type { AgentView } from "../../../authority/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { refuseAgent, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, list, longText, members, nullable, text, whole } from "../shapes.ts";
import { aboutAgent, changeAgent } from "../show-agent.ts";

const AGENT = members(
	{
		name: text,
		type: nullable(text),
		status: text,
		description: nullable(text),
		owner: text,
		created: text,
		template: nullable(text),
		api_key: text,
	},
	["name", "status"],
);
const DONE = members({ message: text, name: text, status: text }, ["message"]);

/** Trinity's routes about agents. */
export const trinityAgentRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/api/agents",
		tag: "trinity",
		summary: "The agents that the caller may know of",
		access: "anyone",
		replies: { 200: list(AGENT) },
		async run({ authority, caller }) {
			const all: Readonly<Record<string, unknown>>[] = [];
			let cursor: string | null = null;
			do {
				const page: Awaited<ReturnType<typeof authority.agents>> = await authority.agents(caller, { limit: 1_000, cursor });
				all.push(...page.items.map(shown));
				cursor = page.next_cursor;
			} while (cursor !== null);
			return answer(all);
		},
	}),
	defineRoute({
		method: "POST",
		path: "/api/agents",
		tag: "trinity",
		summary: "Makes an agent; its key is shown this once, and never to an agent",
		access: "anyone",
		tool: "create_agent",
		body: members({ name: text, type: text, description: longText, template: text, profile: anything }, ["name"]),
		replies: { 201: AGENT },
		run: async ({ authority, caller, body: { name, ...wish } }) =>
			replyTo(
				await authority.spawn(caller, {
					id: name,
					...wish,
					...(wish.template === undefined ? {} : { config: { template: wish.template } }),
				}),
				({ agent, apiKey }) => answer({ ...shown(agent), ...(apiKey === null ? {} : { api_key: apiKey }) }, 201),
			),
	}),
	defineRoute({
		method: "GET",
		path: "/api/agents/{name}",
		tag: "trinity",
		summary: "One agent",
		access: "anyone",
		replies: { 200: AGENT },
		run: (visit) =>
			aboutAgent(
				visit,
				async (name) => visit.authority.agent(visit.caller, name),
				({ agent }) => shown(agent),
				({ agent }) => agent.version,
			),
	}),
	defineRoute({
		method: "DELETE",
		path: "/api/agents/{name}",
		tag: "trinity",
		summary: "Ends an agent and everything below it",
		access: "anyone",
		tool: "delete_agent",
		replies: { 200: DONE },
		run: (visit) =>
			changeAgent(
				visit,
				(name, expected) => visit.authority.terminate(visit.caller, name, expected),
				({ agent }) => ({
					message: `Agent ${agent.id} deleted`,
					name: agent.id,
					status: "terminated",
				}),
				{ showCurrent: ({ agent }) => shown(agent) },
			),
	}),
	...(["start", "stop"] as const).map((verb) =>
		defineRoute({
			method: "POST",
			path: `/api/agents/{name}/${verb}`,
			tag: "trinity",
			summary: verb === "start" ? "Lets a stopped agent act again" : "Denies everything that an agent asks until it is started",
			access: "anyone",
			tool: `${verb}_agent`,
			replies: { 200: DONE },
			run: (visit) =>
				changeAgent(
					visit,
					(name, expected) => visit.authority[verb](visit.caller, name, expected),
					({ id, status }) => ({
						message: `Agent ${id} ${verb === "start" ? "started" : "stopped"}`,
						name: id,
						status,
					}),
					{ versionOf: ({ version }) => version, showCurrent: ({ agent }) => shown(agent) },
				),
		}),
	),
	defineRoute({
		method: "GET",
		path: "/api/agents/{name}/logs",
		tag: "trinity",
		summary: "The last records about an agent, as lines",
		access: "anyone",
		tool: "get_agent_logs",
		query: members({ lines: { kind: "number", integer: true, minimum: 1, maximum: 1_000 } }),
		replies: { 200: members({ agent_name: text, logs: longText, lines: whole }, ["logs"]) },
		async run({ authority, caller, parameters: { name = "" }, query: { lines = 100 } }) {
			const seen = await authority.agent(caller, name);
			if (!seen.ok) return refuseAgent(caller, name, seen.refusal);
			const { items } = await authority.records(caller, { agent: name, limit: lines });
			const logs = items.toReversed().map(({ at, kind, effect, code }) => [at, kind, effect ?? "", code ?? ""].join(" ").trimEnd());
			return answer({ agent_name: name, logs: logs.join("\n"), lines: logs.length });
		},
	}),
];

function shown(agent: AgentView["agent"]): Readonly<Record<string, unknown>> {
	const { id, type, status, description, owner, createdAt, config } = agent;
	const template = typeof config === "object" && config !== null && "template" in config ? config.template : null;
	return {
		name: id,
		type,
		status,
		description,
		owner,
		created: isoTime(createdAt),
		template: typeof template === "string" ? template : null,
	};
}
