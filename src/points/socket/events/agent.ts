import { type AgentView, type SpawnWish, sandboxWish, sessionName } from "../../../authority/index.ts";
import { type Infer, present } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { failure, refused, replyTo } from "../errors.ts";
import { agentId, anything, choice, count, flag, freeText, longText, parameters, sandboxConfig, text, texts, wishedId } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** What a client says of the agent that it wants. */
const SPAWN = parameters({
	agent_id: wishedId,
	profile: text,
	composition: text,
	component: text,
	permission_profile: anything,
	permission_overrides: anything,
	session_id: text,
	sandbox_config: sandboxConfig,
	parent_agent_id: agentId,
	originator_agent_id: agentId,
	config: anything,
	context: anything,
	variables: anything,
	prompt: longText,
	model: text,
	enable_tools: anything,
	fit: choice("strict", "clamp"),
	dry_run: flag,
	runner: anything,
	type: text,
	description: freeText,
});

/** Which agents shall end. */
const TERMINATE = parameters({
	agent_id: agentId,
	agent_ids: texts,
	pattern: text,
	older_than_hours: { kind: "number", minimum: 0 },
	component: text,
	all: flag,
	force: flag,
	dry_run: flag,
});

/** Events about the life of agents. */
export const agentEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "agent:spawn",
		description: "Makes an agent from a definition and a permission profile, within its parent's writ",
		parameters: SPAWN,
		senders: "anyone",
		tool: "create_agent",
		run: spawnAgent,
	}),
	defineEvent({
		name: "agent:terminate",
		description: "Ends an agent and everything below it; or many, by list, pattern, age, definition, or all",
		parameters: TERMINATE,
		senders: "anyone",
		tool: "delete_agent",
		run: terminateAgents,
	}),
	defineEvent({
		name: "agent:list",
		description: "The agents that you may see",
		parameters: parameters({ status: choice("registered", "running", "stopped"), include_metadata: flag, limit: count, cursor: text }),
		senders: "anyone",
		async run({ authority, caller }, { status, limit = 1_000, cursor, include_metadata }) {
			const page = await authority.agents(caller, {
				...present({ status }),
				limit,
				cursor: cursor ?? null,
			});
			const agents = page.items.map((agent) => ({
				agent_id: agent.id,
				status: agent.status,
				component: agent.component,
				created_at: isoTime(agent.createdAt),
				...(include_metadata === true
					? {
							metadata: {
								profile: agent.profile,
								parent: agent.parent,
								owner: agent.owner,
								depth: agent.depth,
								session_id: sessionName(agent.session),
								type: agent.type,
							},
						}
					: {}),
			}));
			return { agents, count: agents.length, ...(page.next_cursor === null ? {} : { next_cursor: page.next_cursor }) };
		},
	}),
	defineEvent({
		name: "agent:info",
		description: "One agent",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.agent(caller, agent_id), (view) => ({ agent: describe(view) })),
	}),
	lifecycleEvent("restart", "Starts over under the same writ: grants for the session end", (session, id) =>
		session.authority.restart(session.caller, id),
	),
	defineEvent({
		name: "agent:recreate",
		description: "Gives an agent a new sandbox and a new key under the same writ; lineage, edges, groups and grants stay",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		sentAs: "agent:restart",
		// Its old sandbox and key are gone.
		tool: "delete_agent",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.recreate(caller, agent_id), ({ agent, sandbox, apiKey }) => ({
				agent_id: agent.id,
				status: agent.status,
				sandbox: { path: sandbox.path, mode: sandbox.mode, config: sandboxWish(sandbox) },
				writ_digest: agent.digest,
				...(apiKey === null ? {} : { api_key: apiKey }),
			})),
	}),
	lifecycleEvent("start", "Lets a stopped agent act again", (session, id) => session.authority.start(session.caller, id)),
	lifecycleEvent("stop", "Denies everything that an agent asks until it is started again", (session, id) =>
		session.authority.stop(session.caller, id),
	),
	defineEvent({
		name: "agent:rename",
		description: "Gives an agent another id; children, keys, edges and grants follow",
		parameters: parameters({ agent_id: agentId, to: agentId }, ["agent_id", "to"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id, to }) =>
			replyTo(await authority.rename(caller, agent_id, to), (agent) => ({ agent_id: agent.id, status: "renamed" })),
	}),
	defineEvent({
		name: "agent:register",
		description: "Makes an agent that runs elsewhere",
		parameters: parameters({ agent_id: agentId, permission_profile: anything }, ["agent_id"]),
		senders: "person",
		async run({ authority, caller }, { agent_id, permission_profile }) {
			const wish = { id: agent_id, profile: permission_profile ?? "restricted" };
			return replyTo(await authority.spawn(caller, wish), ({ agent, apiKey }) => ({
				agent_id: agent.id,
				status: "registered",
				...(apiKey === null ? {} : { api_key: apiKey }),
			}));
		},
	}),
	defineEvent({
		name: "agent:unregister",
		description: "Ends an agent and everything below it",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.terminate(caller, agent_id), ({ cascaded }) => ({ agent_id, status: "unregistered", cascaded })),
	}),
];

function lifecycleEvent(
	verb: string,
	description: string,
	act: (session: Connection, id: string) => ReturnType<Connection["authority"]["restart"]>,
): SocketEvent {
	return defineEvent({
		name: `agent:${verb}`,
		description,
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		sentAs: "agent:restart",
		tool: verb === "stop" ? "stop_agent" : "start_agent",
		run: async (session, { agent_id }) => replyTo(await act(session, agent_id), (agent) => ({ agent_id: agent.id, status: agent.status })),
	});
}

function describe({ agent, children, groups, queued }: AgentView): Reply {
	return {
		agent_id: agent.id,
		uid: agent.uid,
		status: agent.status,
		type: agent.type,
		description: agent.description,
		owner: agent.owner,
		parent: agent.parent,
		children,
		depth: agent.depth,
		profile: agent.profile,
		component: agent.component,
		session_id: sessionName(agent.session),
		writ_digest: agent.digest,
		groups,
		queued,
		created_at: isoTime(agent.createdAt),
	};
}

/** Makes an agent, and tells of it in the words of KSI. */
async function spawnAgent({ authority, caller }: Connection, data: Infer<typeof SPAWN>): Promise<Reply> {
	const definition = data.profile ?? data.composition ?? data.component;
	const requested = data.permission_profile ?? null;
	const parent = data.parent_agent_id ?? data.originator_agent_id;
	const wish: SpawnWish = {
		...present({
			id: data.agent_id,
			definition,
			profile: data.permission_profile,
			overrides: data.permission_overrides,
			session: data.session_id,
			sandbox: data.sandbox_config,
			parent,
			fit: data.fit,
			dryRun: data.dry_run,
			runner: data.runner,
			type: data.type,
			description: data.description,
		}),
		config: {
			config: data.config,
			context: data.context,
			variables: data.variables,
			prompt: data.prompt,
			model: data.model,
			enable_tools: data.enable_tools,
		},
	};
	const outcome = await authority.spawn(caller, wish);
	if (!outcome.ok) return { ...refused(outcome.refusal), requested_profile: requested };
	const { agent, sandbox, apiKey, warnings } = outcome.value;
	return {
		agent_id: agent.id,
		status: data.dry_run === true ? "valid" : "created",
		profile: agent.profile,
		composition: agent.component,
		session_id: sessionName(agent.session),
		config: data.config ?? {},
		sandbox: { path: sandbox.path, mode: sandbox.mode, config: sandboxWish(sandbox) },
		writ_digest: agent.digest,
		...(apiKey === null || data.dry_run === true ? {} : { api_key: apiKey }),
		...(warnings.length === 0 ? {} : { warnings }),
	};
}

/** Ends one agent, or many; tells of it in the words of KSI. */
async function terminateAgents({ authority, caller }: Connection, data: Infer<typeof TERMINATE>): Promise<Reply> {
	if (data.agent_id !== undefined && data.dry_run !== true)
		return replyTo(await authority.terminate(caller, data.agent_id), ({ cascaded }) => ({
			agent_id: data.agent_id,
			status: "terminated",
			cascaded,
		}));
	const selection = present({
		ids: data.agent_ids ?? (data.agent_id === undefined ? undefined : [data.agent_id]),
		pattern: data.pattern,
		olderThanHours: data.older_than_hours,
		component: data.component,
		all: data.all,
	});
	if (Object.keys(selection).length === 0) return failure("invalid-request", "Missing required parameter: agent_id");
	if (data.dry_run === true)
		return replyTo(await authority.selectForTermination(caller, selection), (ids) => ({
			dry_run: true,
			agents_to_terminate: ids,
			count: ids.length,
		}));
	return replyTo(await authority.terminateMany(caller, selection), ({ succeeded, failed }) => ({
		operation: "terminate",
		succeeded,
		failed,
		success_count: succeeded.length,
		failure_count: failed.length,
		total_count: succeeded.length + failed.length,
		status: failed.length === 0 ? "success" : succeeded.length === 0 ? "failed" : "partial",
	}));
}
