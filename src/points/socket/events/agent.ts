import type { AgentView, Caller, SpawnWish } from "../../../authority/index.ts";
import { type SandboxWish, sandboxWish } from "../../../authority/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { failure, refused, replyTo } from "../errors.ts";
import {
	agentId,
	anything,
	choice,
	count,
	flag,
	freeText,
	longText,
	parameters,
	sandboxConfig,
	seconds,
	text,
	texts,
	wishedId,
} from "../shapes.ts";
import { defineEvent, type Reply, type Session, type SocketEvent } from "../socket-event.ts";

interface SpawnData {
	readonly agent_id?: string;
	readonly profile?: string;
	readonly composition?: string;
	readonly component?: string;
	readonly permission_profile?: unknown;
	readonly permission_overrides?: unknown;
	readonly session_id?: string;
	readonly sandbox_config?: SandboxWish;
	readonly parent_agent_id?: string;
	readonly originator_agent_id?: string;
	readonly config?: unknown;
	readonly context?: unknown;
	readonly variables?: unknown;
	readonly prompt?: string;
	readonly model?: string;
	readonly enable_tools?: unknown;
	readonly fit?: "strict" | "clamp";
	readonly dry_run?: boolean;
	readonly runner?: string;
	readonly type?: string;
	readonly description?: string;
}

/** Events about the life of agents. */
export const agentEvents: readonly SocketEvent[] = [
	defineEvent<SpawnData>({
		name: "agent:spawn",
		description: "Makes an agent from a definition and a permission profile, within its parent's writ",
		parameters: parameters({
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
			runner: text,
			type: text,
			description: freeText,
		}),
		senders: "anyone",
		run: spawn,
	}),
	defineEvent<Bulk>({
		name: "agent:terminate",
		description: "Ends an agent and everything below it; or many, by list, pattern, age, definition, or all",
		parameters: parameters({
			agent_id: agentId,
			agent_ids: texts,
			pattern: text,
			older_than_hours: { kind: "number", minimum: 0 },
			component: text,
			all: flag,
			force: flag,
			dry_run: flag,
		}),
		senders: "anyone",
		run: end,
	}),
	defineEvent<{ readonly status?: string; readonly include_metadata?: boolean; readonly limit?: number; readonly cursor?: string }>({
		name: "agent:list",
		description: "The agents that you may know of",
		parameters: parameters({ status: choice("registered", "running", "stopped"), include_metadata: flag, limit: count, cursor: text }),
		senders: "anyone",
		async run({ authority, caller }, { status, limit = 1_000, cursor, include_metadata }) {
			const page = await authority.agents(caller, {
				...(status === undefined ? {} : { status: status as "running" }),
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
								session_id: agent.session,
								type: agent.type,
							},
						}
					: {}),
			}));
			return { agents, count: agents.length, ...(page.next_cursor === null ? {} : { next_cursor: page.next_cursor }) };
		},
	}),
	defineEvent<{ readonly agent_id: string }>({
		name: "agent:info",
		description: "One agent",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.agent(caller, agent_id), (view) => ({ agent: describe(view) })),
	}),
	lifecycleEvent("restart", "Begins anew under the same writ: grants for the session end", (session, id) =>
		session.authority.restart(session.caller, id),
	),
	lifecycleEvent("start", "Lets a stopped agent act again", (session, id) => session.authority.start(session.caller, id)),
	lifecycleEvent("stop", "Denies everything that an agent asks until it is started again", (session, id) =>
		session.authority.stop(session.caller, id),
	),
	defineEvent<{ readonly agent_id: string; readonly to: string }>({
		name: "agent:rename",
		description: "Gives an agent another id; children, keys, edges and grants follow",
		parameters: parameters({ agent_id: agentId, to: agentId }, ["agent_id", "to"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id, to }) =>
			replyTo(await authority.rename(caller, agent_id, to), (agent) => ({ agent_id: agent.id, status: "renamed" })),
	}),
	defineEvent<{ readonly agent_id: string; readonly permission_profile?: unknown }>({
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
	defineEvent<{ readonly agent_id: string }>({
		name: "agent:unregister",
		description: "Ends an agent and everything below it",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.terminate(caller, agent_id), ({ cascaded }) => ({ agent_id, status: "unregistered", cascaded })),
	}),
	defineEvent<{
		readonly agent_id: string;
		readonly message: unknown;
		readonly wait?: boolean;
		readonly timeout_seconds?: number;
		readonly in_reply_to?: string;
	}>({
		name: "agent:send_message",
		description: "Puts a message into an agent's mailbox",
		parameters: parameters({ agent_id: agentId, message: anything, wait: flag, timeout_seconds: seconds, in_reply_to: text }, [
			"agent_id",
			"message",
		]),
		senders: "anyone",
		async run({ authority, caller }, { agent_id, message, wait, timeout_seconds, in_reply_to }) {
			const content = contentOf(message);
			if (content === null) return failure("invalid-request", "Invalid parameter: message is text, {type, prompt} or {role, content}");
			const sent = await authority.send(caller, {
				to: agent_id,
				content,
				verb: "agent:send_message",
				...(wait === undefined ? {} : { wait }),
				...(timeout_seconds === undefined ? {} : { timeoutSeconds: timeout_seconds }),
				...(in_reply_to === undefined ? {} : { inReplyTo: in_reply_to }),
			});
			if (!sent.ok) return denial(caller, agent_id, refused(sent.refusal));
			const { message: accepted, answer } = sent.value;
			return { status: "sent", agent_id, request_id: accepted.id, ...(answer === null ? {} : { answer: answer.content }) };
		},
	}),
	defineEvent<{ readonly message: unknown }>({
		name: "agent:broadcast",
		description: "Puts a message into the mailbox of every agent that the sender may write to",
		parameters: parameters({ message: anything }, ["message"]),
		senders: "anyone",
		async run({ authority, caller }, { message }) {
			const content = contentOf(message);
			if (content === null) return failure("invalid-request", "Invalid parameter: message is text, {type, prompt} or {role, content}");
			const { reached, total } = await authority.broadcast(caller, content);
			return { status: "sent", agents_reached: reached, total_agents: total };
		},
	}),
	defineEvent<{ readonly capabilities?: readonly string[] }>({
		name: "agent:discover_peers",
		description: "The agents that the sender may write to",
		parameters: parameters({ capabilities: texts }),
		senders: "anyone",
		async run({ authority, caller }) {
			const page = await authority.agents(caller, { limit: 1_000, cursor: null });
			const own = caller.principal.kind === "agent" ? caller.principal.id : null;
			return { agents: page.items.filter(({ id }) => id !== own).map(({ id, status, type }) => ({ agent_id: id, status, type })) };
		},
	}),
];

interface Bulk {
	readonly agent_id?: string;
	readonly agent_ids?: readonly string[];
	readonly pattern?: string;
	readonly older_than_hours?: number;
	readonly component?: string;
	readonly all?: boolean;
	readonly dry_run?: boolean;
}

async function spawn({ authority, caller }: Session, data: SpawnData): Promise<Reply> {
	const definition = data.profile ?? data.composition ?? data.component;
	const requested = data.permission_profile ?? null;
	const parent = data.parent_agent_id ?? data.originator_agent_id;
	const wish: SpawnWish = {
		...(data.agent_id === undefined ? {} : { id: data.agent_id }),
		...(definition === undefined ? {} : { definition }),
		...(data.permission_profile === undefined ? {} : { profile: data.permission_profile }),
		...(data.permission_overrides === undefined ? {} : { overrides: data.permission_overrides }),
		...(data.session_id === undefined ? {} : { session: data.session_id }),
		...(data.sandbox_config === undefined ? {} : { sandbox: data.sandbox_config }),
		...(parent === undefined ? {} : { parent }),
		...(data.fit === undefined ? {} : { fit: data.fit }),
		...(data.dry_run === undefined ? {} : { dryRun: data.dry_run }),
		...(data.runner === undefined ? {} : { runner: data.runner }),
		...(data.type === undefined ? {} : { type: data.type }),
		...(data.description === undefined ? {} : { description: data.description }),
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
		session_id: agent.session,
		config: data.config ?? {},
		sandbox: { path: sandbox.path, mode: sandbox.mode, config: sandboxWish(sandbox) },
		writ_digest: agent.digest,
		...(apiKey === null || data.dry_run === true ? {} : { api_key: apiKey }),
		...(warnings.length === 0 ? {} : { warnings }),
	};
}

async function end({ authority, caller }: Session, data: Bulk): Promise<Reply> {
	if (data.agent_id !== undefined && data.dry_run !== true)
		return replyTo(await authority.terminate(caller, data.agent_id), ({ cascaded }) => ({
			agent_id: data.agent_id,
			status: "terminated",
			cascaded,
		}));
	const selection = {
		...(data.agent_id === undefined ? {} : { ids: [data.agent_id] }),
		...(data.agent_ids === undefined ? {} : { ids: data.agent_ids }),
		...(data.pattern === undefined ? {} : { pattern: data.pattern }),
		...(data.older_than_hours === undefined ? {} : { olderThanHours: data.older_than_hours }),
		...(data.component === undefined ? {} : { component: data.component }),
		...(data.all === undefined ? {} : { all: data.all }),
	};
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

function lifecycleEvent(
	verb: string,
	description: string,
	act: (session: Session, id: string) => ReturnType<Session["authority"]["restart"]>,
): SocketEvent {
	return defineEvent<{ readonly agent_id: string }>({
		name: `agent:${verb}`,
		description,
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		sentAs: "agent:restart",
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
		session_id: agent.session,
		writ_digest: agent.digest,
		groups,
		queued,
		created_at: isoTime(agent.createdAt),
	};
}

/** The text of a message in any of KSI's forms. */
export function contentOf(message: unknown): string | null {
	if (typeof message === "string") return message;
	if (typeof message !== "object" || message === null) return null;
	const { prompt, content } = message as { readonly prompt?: unknown; readonly content?: unknown };
	if (typeof prompt === "string") return prompt;
	return typeof content === "string" ? content : null;
}

/** SECURITY: an agent reads the same whatever the reason is, so that it cannot learn who exists. */
export function denial({ principal }: Caller, target: string, reply: Reply): Reply {
	if (principal.kind !== "agent" || reply.code !== "no-edge") return reply;
	return {
		...reply,
		success: false,
		error: "Permission denied",
		code: "AGENT_PERMISSION_DENIED",
		message: `Agent '${principal.id}' is not permitted to communicate with '${target}'`,
		reason: "no-edge",
		caller: principal.id,
		target,
	};
}
