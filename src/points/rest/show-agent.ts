import { type AgentView, runnerKind } from "../../authority/index.ts";
import { isoTime } from "../../platform/index.ts";
import { list, members, nullable, text, whole } from "./shapes.ts";

/** An agent on this wire. */
export const AGENT = members(
	{
		id: text,
		uid: text,
		status: text,
		type: nullable(text),
		description: nullable(text),
		owner: text,
		parent: nullable(text),
		children: list(text),
		depth: whole,
		profile: nullable(text),
		writ_digest: text,
		level: nullable(text),
		runner: nullable(text),
		groups: list(text),
		queued: whole,
		created_at: text,
		version: whole,
	},
	["id", "uid", "status", "created_at"],
);

type Agent = AgentView["agent"];

/** An agent as a list shows it. */
export function showAgent(agent: Agent): Readonly<Record<string, unknown>> {
	return {
		id: agent.id,
		uid: agent.uid,
		status: agent.status,
		type: agent.type,
		description: agent.description,
		owner: agent.owner,
		parent: agent.parent,
		depth: agent.depth,
		profile: agent.profile,
		writ_digest: agent.digest,
		level: agent.level,
		runner: runnerKind(agent.runner),
		created_at: isoTime(agent.createdAt),
		version: agent.version,
	};
}

/** An agent with what is known around it. */
export function showAgentView({ agent, children, groups, queued }: AgentView): Readonly<Record<string, unknown>> {
	return { ...showAgent(agent), children, groups, queued };
}

/** An agent in a list; of one that the caller may write to and not look into, what an agent may know of its peers. */
export function showListedAgent(view: Pick<AgentView, "agent"> & Partial<AgentView>): Readonly<Record<string, unknown>> {
	const { agent, children, groups = [], queued = 0 } = view;
	if (children !== undefined) return showAgentView({ agent, children, groups, queued });
	const { id, uid, status, type, description, createdAt } = agent;
	return { id, uid, status, type, description, created_at: isoTime(createdAt) };
}
