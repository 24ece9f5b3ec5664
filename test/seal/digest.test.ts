import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sealProfile } from "../../src/engine/stages.ts";

const entries = fc.uniqueArray(fc.constantFrom("./workspace", "./src/**", "/data", "../shared", "./exports", "a/b", "./"), {
	maxLength: 5,
});
const profiles = fc.record(
	{
		tools: fc.record(
			{
				allowed: fc.option(fc.uniqueArray(fc.constantFrom("Read", "Write", "Bash(git log:*)", "Grep", "mcp__a__b"), { maxLength: 5 })),
				disallowed: fc.uniqueArray(fc.constantFrom("Bash", "Task", "WebFetch")),
				permissions: fc.dictionary(
					fc.constantFrom("Read", "Write", "nexus_send"),
					fc.record({ timeout: fc.nat(), enabled: fc.boolean() }, { requiredKeys: [] }),
				),
			},
			{ requiredKeys: [] },
		),
		filesystem: fc.record(
			{ read_paths: entries, write_paths: entries, blocked_paths: entries, max_file_size_mb: fc.option(fc.nat()) },
			{ requiredKeys: [] },
		),
		resources: fc.record({ max_turns: fc.option(fc.nat()), max_cost_usd: fc.option(fc.nat()) }, { requiredKeys: [] }),
		capabilities: fc.record({ spawn_agents: fc.boolean(), network_access: fc.boolean() }, { requiredKeys: [] }),
	},
	{ requiredKeys: [] },
);

const digestOf = (profile: unknown, agent = "me", root = "/ws"): string => {
	const outcome = sealProfile(profile, { agent, root });
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.writ.digest;
};

describe("the digest of a writ", () => {
	it("[policy-7-seal-key-order] sealing is stable under the order of keys and of list entries, and knows no agent and no place", () => {
		fc.assert(
			fc.property(profiles, (profile) => {
				expect(digestOf(reversed(profile), "other", "/elsewhere")).toBe(digestOf(profile));
			}),
			{ numRuns: 300 },
		);
	});

	it("[design-5-digest] sealing what was sealed changes nothing: the same profile always gives the same digest", () => {
		fc.assert(
			fc.property(profiles, (profile) => {
				expect(digestOf(structuredClone(profile))).toBe(digestOf(profile));
			}),
			{ numRuns: 100 },
		);
	});
});

/** The same document with the keys of every object and the entries of every list the other way round. */
function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed).reverse();
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, member]) => [key, reversed(member)]),
	);
}
