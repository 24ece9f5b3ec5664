import fc from "fast-check";
import type { AnyOf, Limit, Terms } from "../../src/engine/language/index.ts";
import { allowingRule, anyOf, deniedEntry, eventEntry, hostEntry, pathEntry, rule } from "./arbitrary-entries.ts";
import { sealedTerms } from "./arbitrary-terms.ts";

/** Random terms that grant a good deal, so that many requests are allowed and differences show. */
export const generousTerms: fc.Arbitrary<Terms> = fc
	.record({
		base: sealedTerms,
		rules: mostly(usual(["*", "New", "deploy", "mcp__git", "note"], ["*"], ["* when confined", "Read"]), grants(allowingRule)),
		disallowed: mostly(usual([]), anyOf(rule, 2)),
		ask: mostly(usual([]), anyOf(rule, 1)),
		read: mostly(usual(["/"], ["<own>", "<workspace>"], ["/data", "<workspace>"]), grants(pathEntry)),
		write: mostly(usual(["/"], ["<workspace>"], ["/data", "<workspace>/**"]), grants(pathEntry)),
		blocked: mostly(usual([]), anyOf(deniedEntry, 2)),
		hosts: mostly(usual(["*", "127.0.0.1"], ["*"]), grants(hostEntry)),
		events: mostly(usual(["*"]), grants(eventEntry)),
		limit: mostly(fc.constant<Limit>(null), fc.constantFrom<Limit>(5, 10)),
		open: mostly(fc.constant(true), fc.constant(false)),
		restrict: mostly(fc.constant(false), fc.constant(true)),
	})
	.map(({ base, rules, disallowed, ask, read, write, blocked, hosts, events, limit, open, restrict }) => ({
		...base,
		tools: { allowed: [sorted(rules)], disallowed, ask, permissions: restrict ? base.tools.permissions : {}, declare: base.tools.declare },
		filesystem: {
			...base.filesystem,
			sandbox_root: [["/"]],
			read_paths: [sorted(read)],
			write_paths: [sorted(write)],
			blocked_paths: blocked,
			protected_paths: restrict ? base.filesystem.protected_paths : [],
			max_file_size_mb: limit,
		},
		network: { allow: [sorted(hosts)], deny: restrict ? base.network.deny : [] },
		resources: {
			...base.resources,
			max_tokens_per_request: limit,
			max_total_tokens: limit,
			max_requests_per_minute: limit,
			max_cost_usd: limit,
		},
		capabilities: {
			...base.capabilities,
			spawn_agents: open,
			network_access: open,
			spawn: { max_children: null, max_depth: limit, profiles: restrict ? ["x"] : null },
		},
		messaging: restrict ? base.messaging : { ...base.messaging, allowed_targets: { targets: [], within: [], edge_required: false } },
		events: { allowed: [sorted(events)] },
	}));

/** A wish near its parent's terms: each group is the parent's or another one. */
export const parentAndWish: fc.Arbitrary<readonly [Terms, Terms]> = fc
	.tuple(generousTerms, generousTerms, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
	.map(([parent, other, [tools, files, network, limits, messaging, rest]]) => [
		parent,
		{
			...(rest ? parent : other),
			tools: tools ? parent.tools : other.tools,
			filesystem: files ? parent.filesystem : other.filesystem,
			network: network ? parent.network : other.network,
			resources: limits ? parent.resources : other.resources,
			messaging: messaging ? parent.messaging : other.messaging,
		},
	]);

function mostly<Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
	return fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: other });
}

function usual(...lists: readonly AnyOf[]): fc.Arbitrary<AnyOf> {
	return fc.constantFrom(...lists);
}

function grants(entry: fc.Arbitrary<string>): fc.Arbitrary<AnyOf> {
	return anyOf(entry, 4);
}

function sorted(entries: readonly string[]): AnyOf {
	return [...new Set(entries)].sort();
}
