import type { SpawnWish } from "../../../authority/index.ts";
import { type SandboxWish, sandboxWish, sessionName } from "../../../authority/index.ts";
import { refused } from "../errors.ts";
import type { Reply, Session } from "../socket-event.ts";

/** What a client says of the agent that it wants. */
export interface SpawnData {
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
	readonly runner?: unknown;
	readonly type?: string;
	readonly description?: string;
}

/** Makes an agent, and tells of it in the words of KSI. */
export async function spawnAgent({ authority, caller }: Session, data: SpawnData): Promise<Reply> {
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
		session_id: sessionName(agent.session),
		config: data.config ?? {},
		sandbox: { path: sandbox.path, mode: sandbox.mode, config: sandboxWish(sandbox) },
		writ_digest: agent.digest,
		...(apiKey === null || data.dry_run === true ? {} : { api_key: apiKey }),
		...(warnings.length === 0 ? {} : { warnings }),
	};
}
