import { describe, expect, it } from "vitest";
import type { Terms } from "../../src/engine/language/index.ts";
import { meetTerms } from "../../src/engine/terms/index.ts";
import { fails } from "./law.ts";
import { lawsOfMeet, type Meet } from "./laws-of-meet.ts";

/** Our meet with one thing spoilt. */
function spoilt(spoil: (met: Terms, one: Terms, other: Terms) => Terms): Meet {
	return (one, other) => spoil(meetTerms(one, other), one, other);
}

const broken: readonly (readonly [string, Meet])[] = [
	[
		"takes the second's write paths",
		spoilt((met, _, other) => ({ ...met, filesystem: { ...met.filesystem, write_paths: other.filesystem.write_paths } })),
	],
	[
		"forgets the first's denials",
		spoilt((met, _, other) => ({ ...met, filesystem: { ...met.filesystem, blocked_paths: other.filesystem.blocked_paths } })),
	],
	["drops a limit", spoilt((met) => ({ ...met, resources: { ...met.resources, max_turns: null } }))],
	[
		"joins hosts instead of intersecting them",
		spoilt((met, one, other) => ({
			...met,
			network: { ...met.network, allow: [[...one.network.allow.flat(), ...other.network.allow.flat()]] },
		})),
	],
	["keeps only the first set of rules", spoilt((met) => ({ ...met, tools: { ...met.tools, allowed: met.tools.allowed.slice(0, 1) } }))],
	[
		"lets a flag through that one side has",
		spoilt((met, one, other) => ({
			...met,
			capabilities: { ...met.capabilities, spawn_agents: one.capabilities.spawn_agents || other.capabilities.spawn_agents },
		})),
	],
	[
		"forgets who the ancestors could reach",
		spoilt((met) => ({ ...met, messaging: { ...met.messaging, allowed_targets: { ...met.messaging.allowed_targets, within: [] } } })),
	],
	[
		"prefers the first's order of lists",
		spoilt((met, one, other) => ({
			...met,
			environment: { allow: [...one.environment.allow].reverse().filter((name) => other.environment.allow.includes(name)) },
		})),
	],
	["is the first", (one) => one],
];

describe("a broken meet", () => {
	it.each(broken)("[policy-7-laws-can-fail] that %s breaks a law", (_, meet) => {
		expect(lawsOfMeet(meet).some((law) => fails(law, 300))).toBe(true);
	});
});
