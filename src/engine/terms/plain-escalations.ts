import {
	APPROVERS,
	CLIENT_TOOL_MODES,
	CONFINEMENT_LEVELS,
	type Escalation,
	type Limit,
	PARENT_SHARES,
	QUOTAS,
	SANDBOX_MODES,
	SYMLINK_MODES,
	type TargetTerms,
	type Terms,
} from "../language/index.ts";
import { type EscalationContext, escalation, listsText } from "./escalation-report.ts";
import { targetsBeyond } from "./targets.ts";

/** Limits, flags and scales in which a child exceeds its parent. */
export function plainEscalations(parent: Terms, child: Terms, context: EscalationContext): readonly Escalation[] {
	return [
		...limits("filesystem", FILE_LIMITS, parent.filesystem, child.filesystem, context),
		...limits("resources", RESOURCE_LIMITS, parent.resources, child.resources, context),
		...limits("capabilities.spawn", SPAWN_LIMITS, parent.capabilities.spawn, child.capabilities.spawn, context),
		...limits("approvals", ["deadline_seconds"], parent.approvals, child.approvals, context),
		...flags("capabilities", CAPABILITIES, parent.capabilities, child.capabilities, context),
		...flags("sandbox", ["session_share", "unix_sockets"], parent.sandbox, child.sandbox, context),
		...scale("filesystem.allow_symlinks", SYMLINK_MODES, parent.filesystem.allow_symlinks, child.filesystem.allow_symlinks, context),
		...scale("acp.client_tools.fs", CLIENT_TOOL_MODES, parent.acp.client_tools.fs, child.acp.client_tools.fs, context),
		...scale("acp.client_tools.terminal", CLIENT_TOOL_MODES, parent.acp.client_tools.terminal, child.acp.client_tools.terminal, context),
		...scale("sandbox.mode", SANDBOX_MODES, parent.sandbox.mode, child.sandbox.mode, context),
		...scale("sandbox.parent_share", PARENT_SHARES, parent.sandbox.parent_share, child.sandbox.parent_share, context),
		...scale("sandbox.minimum_level", STRONGEST_FIRST, parent.sandbox.minimum_level, child.sandbox.minimum_level, context),
		...scale("sandbox.quota", QUOTAS, parent.sandbox.quota, child.sandbox.quota, context),
		...scale("approvals.approver", APPROVERS, parent.approvals.approver, child.approvals.approver, context),
	];
}

const FILE_LIMITS = ["max_file_size_mb", "max_total_size_mb"] as const;
const SPAWN_LIMITS = ["max_children", "max_depth"] as const;
const RESOURCE_LIMITS = [
	"max_tokens_per_request",
	"max_total_tokens",
	"max_requests_per_minute",
	"max_cost_usd",
	"max_turns",
	"max_runtime_seconds",
	"max_processes",
	"max_memory_mb",
] as const;
const CAPABILITIES = ["multi_agent_todo", "agent_messaging", "spawn_agents", "network_access"] as const;
const STRONGEST_FIRST = CONFINEMENT_LEVELS.toReversed();

function limits<Key extends string>(
	group: string,
	keys: readonly Key[],
	parent: Readonly<Record<Key, Limit>>,
	child: Readonly<Record<Key, Limit>>,
	context: EscalationContext,
): readonly Escalation[] {
	return keys.flatMap((key) => limitEscalation(`${group}.${key}`, parent[key], child[key], context));
}

/** A limit above the parent's, or none where the parent has one. */
export function limitEscalation(dimension: string, parent: Limit, child: Limit, context: EscalationContext): readonly Escalation[] {
	if (parent === null || (child !== null && child <= parent)) return [];
	const requested = child === null ? "no limit" : String(child);
	return [escalation(context, { dimension, requested, parent: String(parent), message: `${requested} is above the parent's ${parent}` })];
}

function flags<Key extends string>(
	group: string,
	keys: readonly Key[],
	parent: Readonly<Record<Key, boolean>>,
	child: Readonly<Record<Key, boolean>>,
	context: EscalationContext,
): readonly Escalation[] {
	return keys.flatMap((key) => {
		if (!child[key] || parent[key]) return [];
		return [
			escalation(context, { dimension: `${group}.${key}`, requested: "true", parent: "false", message: "the parent does not have it" }),
		];
	});
}

/** `steps` begins with the strictest value. */
function scale<Value>(
	dimension: string,
	steps: readonly Value[],
	parent: Value,
	child: Value,
	context: EscalationContext,
): readonly Escalation[] {
	if (steps.indexOf(child) <= steps.indexOf(parent)) return [];
	const requested = String(child);
	return [
		escalation(context, {
			dimension,
			requested,
			parent: String(parent),
			message: `${requested} goes beyond the parent's ${String(parent)}`,
		}),
	];
}

/** Agents that a child lists and its parent cannot reach; its own parent and children excepted. */
export function targetEscalations(
	dimension: string,
	parent: TargetTerms,
	child: TargetTerms,
	context: EscalationContext,
): readonly Escalation[] {
	const held = listsText(parent.within);
	return targetsBeyond(parent, child, context.family ?? []).map((id) =>
		escalation(context, { dimension, entry: id, requested: id, parent: held, message: `the parent cannot reach '${id}'` }),
	);
}
