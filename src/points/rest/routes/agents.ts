import { type Infer, present } from "../../../engine/index.ts";
import { CURSORS } from "../cursors.ts";
import { refusedReply, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, choice, flag, list, longText, members, nullable, PAGE, page, text } from "../shapes.ts";
import { AGENT, aboutAgent, changeAgent, showAgent, showAgentView, showListedAgent } from "../show-agent.ts";

const SANDBOX = members({
	mode: choice("isolated", "shared", "nested"),
	session_id: text,
	parent_agent_id: text,
	parent_share: choice("none", "read_only", "read_write"),
	session_share: flag,
});

const SPAWN_BODY = members({
	id: text,
	profile: anything,
	overrides: anything,
	fit: choice("strict", "clamp"),
	parent: text,
	type: text,
	description: longText,
	session: text,
	sandbox: SANDBOX,
	runner: anything,
	accept_from: list(text),
	dry_run: flag,
});

/** Agents: made, listed, looked at, described. */
export const agentRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/agents",
		tag: "agents",
		summary: "Makes an agent within its parent's writ; its key is shown this once, and never to an agent",
		access: "anyone",
		tool: "create_agent",
		body: SPAWN_BODY,
		example: { id: "reviewer", profile: "read-only" },
		replies: {
			200: members({ valid: flag, escalations: list(anything), message: text }, ["valid", "escalations"]),
			201: members({ agent: AGENT, api_key: text, warnings: list(text) }, ["agent"]),
		},
		run: makeAgent,
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents",
		tag: "agents",
		summary: "The agents that the caller may know of",
		access: "anyone",
		query: members({ ...PAGE, status: choice("registered", "running", "stopped") }),
		cursor: CURSORS.agent,
		replies: { 200: page(AGENT) },
		async run({ authority, caller, query: { limit = 100, cursor, status } }) {
			const found = await authority.agentViews(caller, { limit, cursor: cursor ?? null, ...present({ status }) });
			return answer({ items: found.items.map(showListedAgent), next_cursor: found.next_cursor });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}",
		tag: "agents",
		summary: "One agent",
		access: "anyone",
		replies: { 200: AGENT },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.agent(visit.caller, id),
				showAgentView,
				({ agent }) => agent.version,
			),
	}),
	defineRoute({
		method: "PATCH",
		path: "/v1/agents/{id}",
		tag: "agents",
		summary: "Changes what people say of an agent; whom it hears can only get fewer",
		access: "person",
		body: members({ description: longText, type: text, accept_from: nullable(list(text)) }),
		example: { description: "reads what others wrote" },
		replies: { 200: AGENT },
		run: async (visit) => {
			const { accept_from: acceptFrom, ...rest } = visit.body;
			const update = { ...rest, ...present({ acceptFrom }) };
			return changeAgent(visit, (id, expected) => visit.authority.describe(visit.caller, id, update, expected), showAgent, {
				versionOf: ({ version }) => version,
			});
		},
	}),
];

async function makeAgent({ authority, caller, body }: Visit<object, Infer<typeof SPAWN_BODY>>): Promise<RestReply> {
	const { accept_from, dry_run, ...wish } = body;
	const outcome = await authority.spawn(caller, {
		...wish,
		...present({ acceptFrom: accept_from, dryRun: dry_run }),
	});
	if (dry_run !== true) {
		return replyTo(outcome, ({ agent, apiKey, warnings }) =>
			answer({ agent: showAgent(agent), ...(apiKey === null ? {} : { api_key: apiKey }), warnings }, 201),
		);
	}
	if (outcome.ok) return answer({ valid: true, escalations: [] });
	const { code, message, escalations } = outcome.refusal;
	return code === "escalation" ? answer({ valid: false, escalations, message }) : refusedReply(outcome.refusal);
}
