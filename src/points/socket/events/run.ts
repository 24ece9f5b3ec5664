import type { Launch, RunEnd, RunWish, SandboxWish, SeenConnection } from "../../../authority/index.ts";
import { CONFINEMENT_LEVELS, type ObjectShape, type Shape } from "../../../engine/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, amount, anything, choice, flag, freeText, parameters, sandboxConfig, text, wishedId } from "../shapes.ts";
import { defineEvent, type SocketEvent } from "../socket-event.ts";

const level = choice(...CONFINEMENT_LEVELS);
const pid: Shape = { kind: "number", minimum: 1, integer: true };
const exitCode: Shape = { kind: "number", minimum: 0, maximum: 255, integer: true };
const runSandbox: ObjectShape = { ...sandboxConfig, keys: { ...sandboxConfig.keys, workspace: text } };

/** Events for the supervisor of a program in a sandbox: `writ run`. */
export const runEvents: readonly SocketEvent[] = [
	defineEvent<{
		readonly agent_id?: string;
		readonly profile?: string;
		readonly permission_profile?: unknown;
		readonly session_id?: string;
		readonly sandbox_config?: SandboxWish;
		readonly parent_agent_id?: string;
		readonly level: RunWish["level"];
		readonly least_level?: RunWish["level"];
		readonly pid: number;
		readonly keep?: boolean;
		readonly binds_paths?: boolean;
	}>({
		name: "sandbox:prepare",
		description: "Makes an agent for a program that is to be started, and tells what its sandbox is planned from",
		parameters: parameters(
			{
				agent_id: wishedId,
				profile: text,
				permission_profile: anything,
				session_id: text,
				sandbox_config: runSandbox,
				parent_agent_id: agentId,
				level,
				least_level: level,
				pid,
				keep: flag,
				binds_paths: flag,
			},
			["level", "pid"],
		),
		senders: "anyone",
		sentAs: "agent:spawn",
		async run({ authority, caller }, data) {
			const wish: RunWish = {
				level: data.level,
				pid: data.pid,
				keep: data.keep === true,
				bindsPaths: data.binds_paths === true,
				...(data.least_level === undefined ? {} : { leastLevel: data.least_level }),
				...(data.agent_id === undefined ? {} : { id: data.agent_id }),
				...(data.profile === undefined ? {} : { definition: data.profile }),
				...(data.permission_profile === undefined ? {} : { profile: data.permission_profile }),
				...(data.session_id === undefined ? {} : { session: data.session_id }),
				...(data.sandbox_config === undefined ? {} : { sandbox: data.sandbox_config }),
				...(data.parent_agent_id === undefined ? {} : { parent: data.parent_agent_id }),
			};
			return replyTo(await authority.prepareRun(caller, wish), ({ agent, ...prepared }) => ({ agent_id: agent, ...prepared }));
		},
	}),
	defineEvent<
		{ readonly agent_id: string; readonly argv_digest: string; readonly plan?: Launch["plan"] } & Pick<
			Launch,
			"pid" | "level" | "missing" | "keep"
		>
	>({
		name: "sandbox:launch",
		description: "Records that the program of an agent is about to be started",
		parameters: parameters({ agent_id: agentId, pid, level, plan: anything, argv_digest: text, missing: anything, keep: flag }, [
			"agent_id",
			"pid",
			"level",
			"argv_digest",
			"missing",
			"keep",
		]),
		senders: "anyone",
		sentAs: "agent:spawn",
		run: async ({ authority, caller }, { agent_id, argv_digest, plan = null, ...launch }) =>
			replyTo(await authority.launchRun(caller, agent_id, { ...launch, plan, argvDigest: argv_digest }), ({ planDigest }) => ({
				agent_id,
				plan_digest: planDigest,
			})),
	}),
	defineEvent<
		{
			readonly agent_id: string;
			readonly port?: number;
			readonly address?: string;
			readonly sent: number;
			readonly received: number;
		} & Pick<SeenConnection, "event" | "form" | "host" | "code">
	>({
		name: "sandbox:connection",
		description: "Records a connection of a sandbox that ended, or that its proxy refused after the rules allowed it",
		parameters: parameters(
			{
				agent_id: agentId,
				event: choice("ended", "refused"),
				form: choice("connect", "http", "forward"),
				host: freeText,
				port: { kind: "number", minimum: 0, maximum: 65_535, integer: true },
				address: text,
				code: text,
				sent: amount,
				received: amount,
			},
			["agent_id", "event", "form", "host", "code", "sent", "received"],
		),
		senders: "anyone",
		sentAs: "agent:spawn",
		run: async ({ authority, caller }, { agent_id, port = null, address = null, sent, received, ...seen }) =>
			replyTo(
				await authority.recordConnection(caller, agent_id, { ...seen, port, address, sentBytes: sent, receivedBytes: received }),
				() => ({
					agent_id,
				}),
			),
	}),
	defineEvent<{ readonly agent_id: string; readonly exit_code?: number } & Omit<RunEnd, "exitCode">>({
		name: "sandbox:exit",
		description: "Records how the program of an agent ended, or why it was not started, and ends the agent",
		parameters: parameters(
			{ agent_id: agentId, exit_code: exitCode, usage: anything, limits: anything, findings: anything, refused: anything, keep: flag },
			["agent_id", "limits", "findings", "keep"],
		),
		senders: "anyone",
		sentAs: "agent:terminate",
		run: async ({ authority, caller }, { agent_id, exit_code = null, ...end }) =>
			replyTo(await authority.endRun(caller, agent_id, { ...end, exitCode: exit_code }), ({ exports }) => ({ agent_id, exports })),
	}),
	defineEvent({
		name: "sandbox:sweep",
		description: "Ends agents whose supervisor was killed, and removes directories that nobody owns",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority, caller }) => replyTo(await authority.sweep(caller), (swept) => ({ ...swept })),
	}),
];
