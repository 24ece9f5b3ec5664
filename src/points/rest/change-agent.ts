import type { AgentView, Outcome } from "../../authority/index.ts";
import { aboutAgent } from "./about-agent.ts";
import { problem } from "./problem.ts";
import type { RestReply, Visit } from "./rest-route.ts";
import { showAgentView } from "./show-agent.ts";
import { readIfMatch, stale } from "./versions.ts";

/** The answer to a change of the agent that the path names; whoever saw an earlier version is shown how it is now. */
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
