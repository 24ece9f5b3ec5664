import { containsHosts } from "../hosts/index.ts";
import {
	type AnyOf,
	APPROVERS,
	CLIENT_TOOL_MODES,
	CONFINEMENT_LEVELS,
	PARENT_SHARES,
	type Profile,
	QUOTAS,
	SANDBOX_MODES,
	SYMLINK_MODES,
	type TargetTerms,
	type Terms,
	type ToolDeclaration,
	type ToolTerms,
} from "../language/index.ts";
import { containsPaths } from "../paths/index.ts";
import { containsRules } from "../tool-rules/index.ts";
import { canonicalToolName } from "../tools/index.ts";
import { containsEvents } from "./events.ts";
import { combine, distinct, first, intersect, lower, mapRecord, meetAllOf, stableText, unite } from "./meet-values.ts";
import { meetTargets } from "./targets.ts";
import { type TermsOutcome, termsOfBound } from "./terms-of-profile.ts";

/**
 * What both terms grant, in every dimension.
 *
 * INVARIANT: commutative, associative and idempotent on its own results, and never wider than either (test/laws).
 */
export function meetTerms(one: Terms, other: Terms): Terms {
	return {
		level: one.level === other.level ? one.level : "custom",
		tools: meetTools(one.tools, other.tools),
		filesystem: meetFilesystem(one.filesystem, other.filesystem),
		network: {
			allow: meetAllOf(one.network.allow, other.network.allow, containsHosts),
			deny: unite(one.network.deny, other.network.deny),
		},
		environment: { allow: intersect(one.environment.allow, other.environment.allow) },
		resources: meetResources(one.resources, other.resources),
		capabilities: meetCapabilities(one.capabilities, other.capabilities),
		messaging: {
			allowed_targets: meetTargets(one.messaging.allowed_targets, other.messaging.allowed_targets),
			accept_from: meetTargets(one.messaging.accept_from, other.messaging.accept_from),
		},
		events: { allowed: meetAllOf(one.events.allowed, other.events.allowed, containsEvents) },
		acp: {
			client_tools: {
				fs: first(CLIENT_TOOL_MODES, one.acp.client_tools.fs, other.acp.client_tools.fs),
				terminal: first(CLIENT_TOOL_MODES, one.acp.client_tools.terminal, other.acp.client_tools.terminal),
			},
		},
		sandbox: meetSandbox(one.sandbox, other.sandbox),
		approvals: {
			approver: first(APPROVERS, one.approvals.approver, other.approvals.approver),
			deadline_seconds: Math.min(one.approvals.deadline_seconds, other.approvals.deadline_seconds),
			on_timeout: "deny",
		},
	};
}

function meetFilesystem(one: Terms["filesystem"], other: Terms["filesystem"]): Terms["filesystem"] {
	return {
		sandbox_root: meetAllOf(one.sandbox_root, other.sandbox_root, containsPaths),
		read_paths: meetAllOf(one.read_paths, other.read_paths, containsPaths),
		write_paths: meetAllOf(one.write_paths, other.write_paths, containsPaths),
		blocked_paths: unite(one.blocked_paths, other.blocked_paths),
		protected_paths: unite(one.protected_paths, other.protected_paths),
		max_file_size_mb: lower(one.max_file_size_mb, other.max_file_size_mb),
		max_total_size_mb: lower(one.max_total_size_mb, other.max_total_size_mb),
		allow_symlinks: first(SYMLINK_MODES, one.allow_symlinks, other.allow_symlinks),
	};
}

function meetResources(one: Terms["resources"], other: Terms["resources"]): Terms["resources"] {
	return {
		max_tokens_per_request: lower(one.max_tokens_per_request, other.max_tokens_per_request),
		max_total_tokens: lower(one.max_total_tokens, other.max_total_tokens),
		max_requests_per_minute: lower(one.max_requests_per_minute, other.max_requests_per_minute),
		max_cost_usd: lower(one.max_cost_usd, other.max_cost_usd),
		max_turns: lower(one.max_turns, other.max_turns),
		max_runtime_seconds: lower(one.max_runtime_seconds, other.max_runtime_seconds),
		max_processes: lower(one.max_processes, other.max_processes),
		max_memory_mb: lower(one.max_memory_mb, other.max_memory_mb),
	};
}

function meetCapabilities(one: Terms["capabilities"], other: Terms["capabilities"]): Terms["capabilities"] {
	const profiles =
		one.spawn.profiles === null || other.spawn.profiles === null
			? (one.spawn.profiles ?? other.spawn.profiles)
			: intersect(one.spawn.profiles, other.spawn.profiles);
	return {
		multi_agent_todo: one.multi_agent_todo && other.multi_agent_todo,
		agent_messaging: one.agent_messaging && other.agent_messaging,
		spawn_agents: one.spawn_agents && other.spawn_agents,
		network_access: one.network_access && other.network_access,
		spawn: {
			max_children: lower(one.spawn.max_children, other.spawn.max_children),
			max_depth: lower(one.spawn.max_depth, other.spawn.max_depth),
			profiles,
		},
	};
}

function meetSandbox(one: Terms["sandbox"], other: Terms["sandbox"]): Terms["sandbox"] {
	return {
		mode: first(SANDBOX_MODES, one.mode, other.mode),
		parent_share: first(PARENT_SHARES, one.parent_share, other.parent_share),
		session_share: one.session_share && other.session_share,
		// The scale of confinement begins with the weakest.
		minimum_level: first(CONFINEMENT_LEVELS.toReversed(), one.minimum_level, other.minimum_level),
		quota: first(QUOTAS, one.quota, other.quota),
		unix_sockets: one.unix_sockets && other.unix_sockets,
		...meetCaches(one.caches, other.caches),
	};
}

/** A list that is absent holds every tool. */
function meetCaches(one: AnyOf | undefined, other: AnyOf | undefined): Pick<Terms["sandbox"], "caches"> {
	const caches = one === undefined || other === undefined ? (one ?? other) : intersect(one, other);
	return caches === undefined ? {} : { caches };
}

/** What both grant of tools. */
function meetTools(one: Terms["tools"], other: Terms["tools"]): Terms["tools"] {
	const declare = combine(one.declare, other.declare, meetDeclarations);
	return {
		allowed: meetAllOf(one.allowed, other.allowed, (outer, inner) => containsRules(outer, inner, { declarations: declare })),
		disallowed: unite(one.disallowed, other.disallowed),
		ask: unite(one.ask, other.ask),
		permissions: meetPermissions(one.permissions, other.permissions),
		declare,
	};
}

/** A tool's other names say something of the tool as well: all that is said of it holds under each name. */
function meetPermissions(one: Terms["tools"]["permissions"], other: Terms["tools"]["permissions"]): Terms["tools"]["permissions"] {
	const byName = combine(one, other, meetToolTerms);
	const byTool = new Map<string, ToolTerms>();
	for (const [name, terms] of Object.entries(byName)) {
		const tool = canonicalToolName(name);
		const known = byTool.get(tool);
		byTool.set(tool, known === undefined ? terms : meetToolTerms(known, terms));
	}
	return mapRecord(byName, (terms, name) => byTool.get(canonicalToolName(name)) ?? terms);
}

/** What both permissions of one tool allow. */
export function meetToolTerms(one: ToolTerms, other: ToolTerms): ToolTerms {
	return {
		enabled: one.enabled && other.enabled,
		allowed_paths: meetAllOf(one.allowed_paths, other.allowed_paths, containsPaths),
		blocked_paths: unite(one.blocked_paths, other.blocked_paths),
		timeout: lower(one.timeout, other.timeout),
		requires_confirmation: one.requires_confirmation || other.requires_confirmation,
		allowed_targets: meetOptionalTargets(one.allowed_targets, other.allowed_targets),
		arguments: distinct([...one.arguments, ...other.arguments]),
	};
}

/** `null` restricts nothing. */
function meetOptionalTargets(one: TargetTerms | null, other: TargetTerms | null): TargetTerms | null {
	const known = one ?? other;
	return known === null ? null : meetTargets(one ?? known, other ?? known);
}

/** Two declarations of one tool: an argument is checked as everything that either says it is. */
function meetDeclarations(one: ToolDeclaration, other: ToolDeclaration): ToolDeclaration {
	if (stableText(one) === stableText(other)) return one;
	const [description] = [one.description, other.description].filter((text) => text !== undefined).sort();
	const roles = ["reads", "writes", "commands", "targets", "hosts", "profiles"] as const;
	const checked = roles.flatMap((role) => {
		const uses = distinct([...(one[role] ?? []), ...(other[role] ?? [])]);
		return uses.length === 0 ? [] : [[role, uses] as const];
	});
	const plain = (one.plain ?? []).filter((argument) => other.plain?.includes(argument)).sort();
	return {
		...(description === undefined ? {} : { description }),
		...Object.fromEntries(checked),
		...(plain.length === 0 ? {} : { plain: [...new Set(plain)] }),
	};
}

/** Terms within a bound, which restricts only what it states; the label stays the terms' own. */
export function meetBound(terms: Terms, bound: Profile): TermsOutcome {
	const outcome = termsOfBound(bound);
	if (!outcome.ok) return outcome;
	// A list of names has no entry that stands for all names.
	const environment = bound.environment?.allow === undefined ? terms.environment : outcome.terms.environment;
	return { ...outcome, terms: meetTerms(terms, { ...outcome.terms, level: terms.level, environment }) };
}
