import type { Launch, RunEnd, RunWish } from "../../../authority/index.ts";
import { CONFINEMENT_LEVELS, type NumberShape, type ObjectShape, present } from "../../../engine/index.ts";
import { replyTo } from "../errors.ts";
import { agentId, amount, anything, choice, flag, freeText, parameters, sandboxConfig, text, wishedId } from "../shapes.ts";
import { defineEvent, type SocketEvent } from "../socket-event.ts";

const level = choice(...CONFINEMENT_LEVELS);
const pid: NumberShape = { kind: "number", minimum: 1, integer: true };
const exitCode: NumberShape = { kind: "number", minimum: 0, maximum: 255, integer: true };
const runSandbox = { ...sandboxConfig, keys: { ...sandboxConfig.keys, workspace: text } } as const satisfies ObjectShape;

/** Events for the supervisor of a program in a sandbox: `writ run`. */
export const runEvents: readonly SocketEvent[] = [
	defineEvent({
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
				...present({
					leastLevel: data.least_level,
					id: data.agent_id,
					definition: data.profile,
					profile: data.permission_profile,
					session: data.session_id,
					sandbox: data.sandbox_config,
					parent: data.parent_agent_id,
				}),
			};
			return replyTo(await authority.prepareRun(caller, wish), ({ agent, ...prepared }) => ({ agent_id: agent, ...prepared }));
		},
	}),
	defineEvent({
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
		run: async ({ authority, caller }, { agent_id, pid, level, plan = null, argv_digest, missing, keep }) => {
			// Whoever supervises the program says both, and they are kept as they are said.
			const said = { plan, missing } as Pick<Launch, "plan" | "missing">;
			return replyTo(
				await authority.launchRun(caller, agent_id, { ...said, pid, level, argvDigest: argv_digest, keep }),
				({ planDigest }) => ({ agent_id, plan_digest: planDigest }),
			);
		},
	}),
	defineEvent({
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
	defineEvent({
		name: "sandbox:exit",
		description: "Records how the program of an agent ended, or why it was not started, and ends the agent",
		parameters: parameters(
			{ agent_id: agentId, exit_code: exitCode, usage: anything, limits: anything, findings: anything, refused: anything, keep: flag },
			["agent_id", "limits", "findings", "keep"],
		),
		senders: "anyone",
		sentAs: "agent:terminate",
		run: async ({ authority, caller }, { agent_id, exit_code: exitCode = null, usage, keep, ...others }) => {
			// Whoever supervised the program says them, and they are recorded as they are said.
			const said = others as Pick<RunEnd, "limits" | "findings" | "refused">;
			return replyTo(await authority.endRun(caller, agent_id, { ...said, exitCode, usage, keep }), ({ exports }) => ({
				agent_id,
				exports,
			}));
		},
	}),
	defineEvent({
		name: "sandbox:sweep",
		description: "Ends agents whose supervisor was killed, and removes directories that nobody owns",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority, caller }) => replyTo(await authority.sweep(caller), (swept) => ({ ...swept })),
	}),
];
