import fc from "fast-check";
import {
	APPROVERS,
	CACHE_TOOLS,
	CLIENT_TOOL_MODES,
	CONFINEMENT_LEVELS,
	LEVELS,
	type Limit,
	PARENT_SHARES,
	QUOTAS,
	SANDBOX_MODES,
	SYMLINK_MODES,
	type TargetSet,
	type TargetTerms,
	type Terms,
	type ToolTerms,
} from "../../src/engine/language/index.ts";
import { allOf, allowingRule, anyOf, deniedEntry, eventEntry, hostEntry, pathEntry, rule } from "./arbitrary-entries.ts";

const limit: fc.Arbitrary<Limit> = fc.constantFrom(null, 0, 1, 5, 10);
const ids = ["one", "two", "three", "boss", "kid"] as const;
const idList = anyOf(fc.constantFrom(...ids));
const targetSet: fc.Arbitrary<TargetSet> = fc.oneof(fc.constantFrom("parent" as const, "children" as const, "family" as const), idList);

export const targetTerms: fc.Arbitrary<TargetTerms> = fc.record({
	targets: fc.array(targetSet, { maxLength: 2 }),
	within: fc.array(idList, { maxLength: 2 }),
	edge_required: fc.boolean(),
});

const toolTerms: fc.Arbitrary<ToolTerms> = fc.record({
	enabled: fc.boolean(),
	allowed_paths: allOf(pathEntry, { maxLength: 1 }),
	blocked_paths: anyOf(deniedEntry, 1),
	timeout: limit,
	requires_confirmation: fc.boolean(),
	allowed_targets: fc.option(targetTerms),
	arguments: fc.array(fc.constantFrom({ count: { max: 10 } }, { count: { max: 5 } }, { force: { not: true } }), { maxLength: 2 }),
});

/** A tool of somebody's own; the same name is always the same declaration (conflicts have tests of their own). */
const declarations = {
	deploy: { commands: ["script"] },
	note: { writes: ["file"], plain: ["text"] },
} as const;

/** Random terms in every dimension. */
export const arbitraryTerms: fc.Arbitrary<Terms> = termsWith(0);

/** Random terms as sealing makes them: every list that grants is stated. */
export const sealedTerms: fc.Arbitrary<Terms> = termsWith(1);

function termsWith(minLength: number): fc.Arbitrary<Terms> {
	return fc.record({
		level: fc.constantFrom(...LEVELS),
		tools: fc.record({
			allowed: allOf(allowingRule, { minLength }),
			disallowed: anyOf(rule),
			ask: anyOf(rule),
			permissions: fc.dictionary(fc.constantFrom("Read", "Bash", "nexus_send", "mcp__writ__nexus_send"), toolTerms, { maxKeys: 2 }),
			declare: fc.subarray(["deploy", "note"] as const).map((names) => Object.fromEntries(names.map((name) => [name, declarations[name]]))),
		}),
		filesystem: fc.record({
			sandbox_root: allOf(pathEntry, { minLength, maxLength: 1 }),
			read_paths: allOf(pathEntry, { minLength }),
			write_paths: allOf(pathEntry, { minLength }),
			blocked_paths: anyOf(deniedEntry),
			protected_paths: anyOf(deniedEntry, 2),
			max_file_size_mb: limit,
			max_total_size_mb: limit,
			allow_symlinks: fc.constantFrom(...SYMLINK_MODES),
		}),
		network: fc.record({ allow: allOf(hostEntry, { minLength }), deny: anyOf(hostEntry, 2) }),
		environment: fc.record({ allow: anyOf(fc.constantFrom("CI", "LANG", "TOKEN")) }),
		resources: fc.record({
			max_tokens_per_request: limit,
			max_total_tokens: limit,
			max_requests_per_minute: limit,
			max_cost_usd: limit,
			max_turns: limit,
			max_runtime_seconds: limit,
			max_processes: limit,
			max_memory_mb: limit,
		}),
		capabilities: fc.record({
			multi_agent_todo: fc.boolean(),
			agent_messaging: fc.boolean(),
			spawn_agents: fc.boolean(),
			network_access: fc.boolean(),
			spawn: fc.record({ max_children: limit, max_depth: limit, profiles: fc.option(anyOf(fc.constantFrom("x", "y", "z"))) }),
		}),
		messaging: fc.record({ allowed_targets: targetTerms, accept_from: targetTerms }),
		events: fc.record({ allowed: allOf(eventEntry, { minLength }) }),
		acp: fc.record({
			client_tools: fc.record({ fs: fc.constantFrom(...CLIENT_TOOL_MODES), terminal: fc.constantFrom(...CLIENT_TOOL_MODES) }),
		}),
		sandbox: fc
			.record({
				mode: fc.constantFrom(...SANDBOX_MODES),
				parent_share: fc.constantFrom(...PARENT_SHARES),
				session_share: fc.boolean(),
				minimum_level: fc.constantFrom(...CONFINEMENT_LEVELS),
				quota: fc.constantFrom(...QUOTAS),
				unix_sockets: fc.boolean(),
			})
			.chain((sandbox) =>
				fc.option(fc.subarray([...CACHE_TOOLS]), { nil: null }).map((caches) => (caches === null ? sandbox : { ...sandbox, caches })),
			),
		approvals: fc.record({
			approver: fc.constantFrom(...APPROVERS),
			deadline_seconds: fc.constantFrom(0, 60, 300),
			on_timeout: fc.constant("deny" as const),
		}),
	});
}
