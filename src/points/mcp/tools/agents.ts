import type { AgentView, Spawned } from "../../../authority/index.ts";
import { refusedTarget } from "../deny.ts";
import { give, type ToolResult } from "../tool-result.ts";
import { handle, type ToolCall, type ToolHandler } from "../tool-row.ts";

type Agent = AgentView["agent"];

/** Tools about agents that there are. */
export const agentTools: Readonly<Record<string, ToolHandler>> = {
	get_agent: handle<{ readonly name: string }>((call) => look(call, call.input.name, known)),
	get_agent_info: handle<{ readonly agent_name: string }>((call) => look(call, call.input.agent_name, known)),
	nexus_status: handle<{ readonly agent_id: string }>((call) =>
		look(call, call.input.agent_id, ({ id, status, type }) => ({ agent_id: id, status, type })),
	),
	delete_agent: handle<{ readonly name: string }>((call) => end(call, call.input.name, (name) => ({ name }))),
	nexus_destroy: handle<{ readonly agent_id: string }>((call) => end(call, call.input.agent_id, (agent_id) => ({ agent_id }))),
	start_agent: handle<{ readonly name: string }>((call) => move(call, call.input.name, "start")),
	stop_agent: handle<{ readonly name: string }>((call) => move(call, call.input.name, "stop")),
	get_agent_logs: handle<{ readonly agent_name: string; readonly lines?: number }>(logs),
};

/** An agent that a decision let the caller reach, or that a person may know of. */
async function look<Input>(
	{ authority, caller, row, used }: ToolCall<Input>,
	name: string,
	show: (agent: Agent) => Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	if (used?.target != null) return give(show(used.target));
	const seen = await authority.agent(caller, name);
	return seen.ok ? give(show(seen.value.agent)) : refusedTarget(row, caller, name, seen.refusal);
}

/** SECURITY: owners are not named. */
function known({ id, type, status, description }: Agent): Readonly<Record<string, unknown>> {
	return { name: id, type, status, description };
}

async function end<Input>(
	{ authority, caller, row }: ToolCall<Input>,
	name: string,
	show: (id: string) => Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
	const outcome = await authority.terminate(caller, name);
	if (!outcome.ok) return refusedTarget(row, caller, name, outcome.refusal);
	return give({ ...show(outcome.value.agent.id), status: "terminated", cascaded: outcome.value.cascaded });
}

async function move<Input>({ authority, caller, row }: ToolCall<Input>, name: string, verb: "start" | "stop"): Promise<ToolResult> {
	const outcome = await authority[verb](caller, name);
	return outcome.ok ? give({ name: outcome.value.id, status: outcome.value.status }) : refusedTarget(row, caller, name, outcome.refusal);
}

async function logs({
	authority,
	caller,
	row,
	input: { agent_name, lines = 100 },
}: ToolCall<{ readonly agent_name: string; readonly lines?: number }>): Promise<ToolResult> {
	const seen = await authority.agent(caller, agent_name);
	if (!seen.ok) return refusedTarget(row, caller, agent_name, seen.refusal);
	const { items } = await authority.records(caller, { agent: agent_name, limit: lines });
	const text = items.toReversed().map(({ at, kind, effect, code }) => [at, kind, effect ?? "", code ?? ""].join(" ").trimEnd());
	return give({ agent_name, logs: text.join("\n"), lines: text.length });
}

/** A new agent; its key is shown this once, and never to an agent. */
export function born({ agent, writ, apiKey, warnings }: Spawned): Readonly<Record<string, unknown>> {
	return {
		status: "created",
		type: agent.type,
		profile: agent.profile,
		writ_digest: writ.digest,
		...(apiKey === null ? {} : { api_key: apiKey }),
		...(warnings.length === 0 ? {} : { warnings }),
	};
}
