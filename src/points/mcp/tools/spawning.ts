import type { SpawnWish } from "../../../authority/index.ts";
import { refused } from "../deny.ts";
import { fail, give } from "../tool-result.ts";
import { handle, type ToolHandler } from "../tool-row.ts";
import { born } from "./agents.ts";

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
export const spawningTools: Readonly<Record<string, ToolHandler>> = {
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
};

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
