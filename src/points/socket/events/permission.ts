import { GRANT_SCOPES } from "../../../authority/index.ts";
import { type Infer, present, unreadRequest } from "../../../engine/index.ts";
import { failure, replyTo } from "../errors.ts";
import { agentId, anything, choice, freeText, parameters, text } from "../shapes.ts";
import { type Connection, defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

const SPAWN = parameters({ parent_id: agentId, child_permissions: anything, originator_id: agentId, construct_permissions: anything });
const DECIDE = parameters({ agent_id: agentId, request: anything }, ["request"]);

/** Events about profiles, writs and decisions. */
export const permissionEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "permission:list_profiles",
		description: "The permission profiles that can be named",
		parameters: parameters({}),
		senders: "person",
		async run({ authority }) {
			const profiles: [string, Reply][] = [];
			for (const name of Object.keys(await authority.profiles())) {
				const shown = await authority.showProfile(name);
				if (!shown.ok) continue;
				const { level, tools, capabilities } = shown.value.permissions;
				profiles.push([name, { level, tools, capabilities }]);
			}
			return { profiles: Object.fromEntries(profiles) };
		},
	}),
	defineEvent({
		name: "permission:get_profile",
		description: "One permission profile",
		parameters: parameters({ level: text }, ["level"]),
		senders: "anyone",
		run: async ({ authority }, { level }) => replyTo(await authority.showProfile(level), ({ permissions }) => ({ profile: permissions })),
	}),
	defineEvent({
		name: "permission:set_agent",
		description: "Gives an agent another writ, still within its parent's; an unknown id is registered as a root",
		parameters: parameters({ agent_id: agentId, profile: text, permissions: anything, overrides: anything }, ["agent_id"]),
		senders: "person",
		async run({ authority, caller }, { agent_id, profile = "restricted", permissions, overrides }) {
			const wish = { profile: permissions ?? profile, ...present({ overrides }) };
			return replyTo(await authority.sealAgent(caller, agent_id, wish), ({ writ }) => ({
				agent_id,
				...authority.showWrit(writ),
				writ_digest: writ.digest,
			}));
		},
	}),
	defineEvent({
		name: "permission:get_agent",
		description: "What an agent may do, as its ancestors leave it now",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "anyone",
		run: async ({ authority, caller }, { agent_id }) =>
			replyTo(await authority.writOf(caller, agent_id), (writ) => ({
				agent_id,
				...authority.showWrit(writ),
				writ_digest: writ.digest,
			})),
	}),
	defineEvent({
		name: "permission:remove_agent",
		description: "Takes all permissions from an agent: it then holds an empty writ",
		parameters: parameters({ agent_id: agentId }, ["agent_id"]),
		senders: "person",
		async run({ authority, caller }, { agent_id }) {
			const seen = await authority.agent(caller, agent_id);
			if (!seen.ok) return failure("no-permissions", `No permissions found for agent: ${agent_id}`);
			return replyTo(await authority.removePermissions(caller, agent_id), () => ({ agent_id, status: "removed" }));
		},
	}),
	defineEvent({
		name: "permission:validate_spawn",
		description: "Whether a child of these permissions would stay within its parent",
		parameters: SPAWN,
		senders: "anyone",
		run: validateSpawn,
	}),
	defineEvent({
		name: "permission:decide",
		description: "Decides one request of an agent",
		parameters: DECIDE,
		senders: "anyone",
		concurrent: true,
		run: decide,
	}),
	defineEvent({
		name: "permission:request",
		description: "Asks people for a rule",
		parameters: parameters(
			{ agent_id: agentId, rule: text, reason: freeText, timeout_seconds: { kind: "number", minimum: 1, maximum: 86_400 } },
			["rule", "reason"],
		),
		senders: "anyone",
		async run({ authority, caller }, { agent_id, rule, reason, timeout_seconds }) {
			const agent = ownId(caller, agent_id);
			if (agent === null) return failure("invalid-request", "Missing required parameter: agent_id");
			const asked = await authority.ask(caller, {
				agent,
				rule,
				reason,
				...present({ timeoutSeconds: timeout_seconds }),
			});
			return replyTo(asked, (approval) => ({ request_id: approval.id, status: approval.status }));
		},
	}),
	defineEvent({
		name: "permission:answer",
		description: "Answers a request for permission; allowing makes a grant",
		parameters: parameters(
			{
				request_id: text,
				effect: choice("allow", "deny"),
				scope: choice(...GRANT_SCOPES),
				minutes: { kind: "number" },
				calls: { kind: "number" },
				reason: freeText,
			},
			["request_id", "effect"],
		),
		senders: "person",
		async run({ authority, caller }, { request_id, ...answer }) {
			return replyTo(await authority.answer(caller, { id: request_id, ...answer }), ({ approval, grant }) => ({
				request_id,
				status: approval.status,
				...(grant === null ? {} : { grant_id: grant.id }),
			}));
		},
	}),
	defineEvent({
		name: "permission:revoke",
		description: "Takes a grant back at once",
		parameters: parameters({ grant_id: text }, ["grant_id"]),
		senders: "person",
		run: async ({ authority, caller }, { grant_id }) =>
			replyTo(await authority.revoke(caller, grant_id), () => ({ request_id: grant_id, grant_id, status: "revoked" })),
	}),
];

/** A writ that grants nothing. */

async function validateSpawn({ authority, caller }: Connection, data: Infer<typeof SPAWN>): Promise<Reply> {
	const parent = data.parent_id ?? data.originator_id;
	const permissions = data.child_permissions ?? data.construct_permissions;
	const missing = [parent === undefined ? "parent_id" : null, permissions === undefined ? "child_permissions" : null].filter(
		(name) => name !== null,
	);
	if (missing.length > 0)
		return failure("invalid-request", `Missing required parameter${missing.length > 1 ? "s" : ""}: ${missing.join(", ")}`);
	const { valid, escalations, message } = await authority.previewSpawn(caller, String(parent), permissions);
	return {
		valid,
		parent_id: parent,
		escalations: escalations.map(({ dimension, parent: held, requested }) => ({ dimension, parent: held, requested })),
		...(message === null ? {} : { message }),
	};
}

async function decide({ authority, caller }: Connection, { agent_id, request }: Infer<typeof DECIDE>): Promise<Reply> {
	const agent = ownId(caller, agent_id);
	if (agent === null) return failure("invalid-request", "Missing required parameter: agent_id");
	const decided = await authority.decide(caller, agent, unreadRequest(request));
	return {
		...decided.decision,
		decision_id: decided.decisionId,
		...(decided.approvalId === undefined ? {} : { request_id: decided.approvalId }),
	};
}

function ownId({ principal }: Connection["caller"], given: string | undefined): string | null {
	return given ?? (principal.kind === "agent" ? principal.id : null);
}
