import type { AgentView, Spawned, SpawnWish } from "../../../authority/index.ts";
import { refused, refusedTarget } from "../deny.ts";
import { fail, give, type Handlers, handle, type ToolCall, type ToolResult } from "../tool-row.ts";

type Agent = AgentView["agent"];

/** Tools about agents that there are. */
export const agentTools = {
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
} satisfies Handlers;

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
function born({ agent, writ, apiKey, warnings }: Spawned): Readonly<Record<string, unknown>> {
	return {
		status: "created",
		type: agent.type,
		profile: agent.profile,
		writ_digest: writ.digest,
		...(apiKey === null ? {} : { api_key: apiKey }),
		...(warnings.length === 0 ? {} : { warnings }),
	};
}

interface Created {
	readonly name: string;
	readonly type?: string;
	readonly template?: string;
	readonly profile?: string;
	readonly tools?: readonly string[];
	readonly description?: string;
	readonly model?: string;
	readonly system_prompt?: string;
	readonly fit?: "strict" | "clamp";
}

interface NexusCreated {
	readonly agent_id: string;
	readonly preset?: "sandboxed" | "trusted" | "yolo";
	readonly disable_tools?: readonly string[];
	readonly cwd?: string;
	readonly allowed_write_paths?: readonly string[];
	readonly model?: string;
	readonly system_prompt?: string;
	readonly initial_message?: string;
	readonly wait_for_initial_response?: boolean;
	readonly fit?: "strict" | "clamp";
}

/** Which profile a preset is. */
const PRESETS = { sandboxed: "sandboxed", trusted: "nexus/trusted" } as const;

/** Tools that start agents. */
export const spawningTools = {
	create_agent: handle<Created>(async ({ authority, caller, input }) => {
		const { name, tools, model, system_prompt, ...wish } = input;
		const spawned = await authority.spawn(caller, {
			id: name,
			...wish,
			...(tools === undefined ? {} : { overrides: { tools: { allowed: tools } } }),
			config: { template: wish.template, model, system_prompt },
		});
		return spawned.ok ? give({ name: spawned.value.agent.id, ...born(spawned.value) }) : refused(spawned.refusal);
	}),
	nexus_create: handle<NexusCreated>(async ({ authority, caller, input, gone }) => {
		const { agent_id, preset = "sandboxed", initial_message, wait_for_initial_response = false } = input;
		// SECURITY: nobody gets full access from afar, whatever their own writ says.
		if (preset === "yolo") {
			await authority.refusePoint(caller, { tool: "nexus_create", preset }, "spawn-not-allowed");
			return fail("spawn-not-allowed", "Preset 'yolo' cannot be used remotely");
		}
		const spawned = await authority.spawn(caller, wishOf(input, PRESETS[preset]));
		if (!spawned.ok) return refused(spawned.refusal);
		const made = { agent_id: spawned.value.agent.id, ...born(spawned.value) };
		if (initial_message === undefined) return give(made);
		const sent = await authority.send(caller, {
			to: agent_id,
			content: initial_message,
			verb: "nexus_send",
			wait: wait_for_initial_response,
			gone,
		});
		if (!sent.ok) return give({ ...made, message_error: sent.refusal.message, message_code: sent.refusal.code });
		const { message, answer } = sent.value;
		return give({ ...made, message_id: message.id, ...(answer === null ? {} : { response: answer.content }) });
	}),
} satisfies Handlers;

function wishOf(
	{ agent_id, disable_tools, cwd, allowed_write_paths, model, system_prompt, fit }: NexusCreated,
	profile: string,
): SpawnWish {
	return {
		id: agent_id,
		profile: allowed_write_paths === undefined ? profile : { extends: profile, filesystem: { write_paths: allowed_write_paths } },
		...(disable_tools === undefined ? {} : { overrides: { disable_tools } }),
		...(fit === undefined ? {} : { fit }),
		config: { cwd, model, system_prompt },
	};
}
