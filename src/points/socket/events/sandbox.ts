import { sandboxWish, sessionName } from "../../../authority/index.ts";
import { CONFINEMENT_LEVELS } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { failure, replyTo } from "../errors.ts";
import { agentId, choice, count, flag, parameters, sandboxConfig, text } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

/** Events about the directories of agents. */
export const sandboxEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "sandbox:create",
		description: "Makes the directories of an agent; an unknown id is registered as `restricted`",
		parameters: parameters({ agent_id: agentId, config: sandboxConfig }, ["agent_id"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id, config = {} }) =>
			replyTo(await authority.createSandbox(caller, agent_id, config), (sandbox) => ({ agent_id, sandbox: shown(sandbox) })),
	}),
	defineEvent({
		name: "sandbox:get",
		description: "The sandbox of an agent",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.sandbox(caller, agent_id), (sandbox) => ({ sandbox: shown(sandbox) })),
	}),
	defineEvent({
		name: "sandbox:remove",
		description: "Removes an agent's sandbox, or a session's directory; with `force` even when agents still work in it, which end first",
		parameters: parameters({ agent_id: agentId, session_id: agentId, force: flag }),
		senders: "person",
		async run({ authority, caller }, { agent_id, session_id, force = false }) {
			if (agent_id !== undefined && session_id === undefined)
				return replyTo(await authority.dropSandbox(caller, agent_id, force), (removed) => ({ agent_id, removed }));
			if (session_id !== undefined && agent_id === undefined)
				return replyTo(await authority.dropSession(caller, session_id, force), (removed) => ({ session_id, removed }));
			return failure(
				"invalid-request",
				agent_id === undefined ? "Missing required parameter: agent_id" : "Invalid parameters: either agent_id or session_id",
			);
		},
	}),
	defineEvent({
		name: "sandbox:list",
		description: "All sandboxes; a shared one is shown once, with its agents",
		parameters: parameters({ limit: count, cursor: text }),
		senders: "person",
		async run({ authority, caller }, { limit = 1_000, cursor }) {
			const page = await authority.sandboxes(caller, { limit, cursor: cursor ?? null });
			const sandboxes = page.items.map((sandbox) => ({ ...shown(sandbox), agents: sandbox.agents }));
			return { sandboxes, count: sandboxes.length, ...(page.next_cursor === null ? {} : { next_cursor: page.next_cursor }) };
		},
	}),
	defineEvent({
		name: "sandbox:plan",
		description: "The plan by which an agent's program runs, or would be started at a level",
		parameters: parameters({ agent_id: agentId, level: choice(...CONFINEMENT_LEVELS) }, ["agent_id", "level"]),
		senders: "person",
		run: async ({ authority, caller }, { agent_id, level }) =>
			replyTo(await authority.planAgent(caller, agent_id, level), ({ running, plan, problems }) => ({ agent_id, running, plan, problems })),
	}),
	defineEvent({
		name: "sandbox:stats",
		description: "How many sandboxes there are, by kind, session and parent, and the bytes that they use and may use",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority, caller }) => ({ stats: await authority.countSandboxes(caller) }),
	}),
];

function shown(
	sandbox: {
		readonly agent: string;
		readonly path: string;
		readonly mode: string;
		readonly session: string | null;
		readonly parent: string | null;
		readonly createdAt: number;
		readonly config: unknown;
	} & Parameters<typeof sandboxWish>[0],
): Reply {
	const { agent, path, mode, session, createdAt } = sandbox;
	return {
		agent_id: agent,
		path,
		config: { ...sandboxWish(sandbox), mode, ...(session === null ? {} : { session_id: sessionName(session) }) },
		created_at: isoTime(createdAt),
	};
}
