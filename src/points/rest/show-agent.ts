import { type AgentView, type Outcome, runnerKind } from "../../authority/index.ts";
import { isoTime } from "../../platform/index.ts";
import { problem, refuseAgent } from "./problem.ts";
import { answer, type RestReply, type Visit } from "./rest-route.ts";
import { list, members, nullable, text, whole } from "./shapes.ts";
import { entityTag, readIfMatch, stale } from "./versions.ts";

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

/** The answer about the agent that the path names. */
export async function aboutAgent<T>(
	{ caller, parameters: { id, name } }: Visit<object, object>,
	ask: (id: string) => Promise<Outcome<T>>,
	show: (value: T) => unknown,
	versionOf?: (value: T) => number,
): Promise<RestReply> {
	// Trinity's routes call it the name.
	const agent = id ?? name ?? "";
	const outcome = await ask(agent);
	if (!outcome.ok) return refuseAgent(caller, agent, outcome.refusal);
	return answer(show(outcome.value), 200, versionOf === undefined ? {} : { ETag: entityTag(versionOf(outcome.value)) });
}

/** The answer to a change of the agent that the path names; a caller that saw an earlier version is shown how it is now. */
export async function changeAgent<T>(
	visit: Visit<object, object>,
	act: (id: string, expectedVersion: number | undefined) => Promise<Outcome<T>>,
	show: (value: T) => unknown,
	{ versionOf, showCurrent = showAgentView }: ChangeWords<T> = {},
): Promise<RestReply> {
	const expected = readIfMatch(visit.ifMatch);
	if (expected === undefined) return problem(400, "invalid-request", "If-Match is an ETag of this agent");
	const reply = await aboutAgent(visit, (id) => act(id, expected ?? undefined), show, versionOf);
	if (reply.status !== 412) return reply;
	const { id, name } = visit.parameters;
	const current = await visit.authority.agent(visit.caller, id ?? name ?? "");
	return current.ok ? stale(showCurrent(current.value), current.value.agent.version) : reply;
}

/** How a route words what it answers with. */
interface ChangeWords<T> {
	/** The version that the agent has now; absent where the agent is gone. */
	readonly versionOf?: (value: T) => number;
	readonly showCurrent?: (view: AgentView) => unknown;
}
