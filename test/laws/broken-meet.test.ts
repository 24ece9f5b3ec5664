import { describe, expect, it } from "vitest";
import { meetTerms } from "../../src/engine/match/index.ts";
import { fails } from "./law.ts";
import { lawsOfMeet, type Meet } from "./laws-of-meet.ts";

const broken: readonly (readonly [string, Meet])[] = [
	["takes the second's write paths", (one, other) => ({ ...meetTerms(one, other), filesystem: { ...meetTerms(one, other).filesystem, write_paths: other.filesystem.write_paths } })],
	["forgets the first's denials", (one, other) => ({ ...meetTerms(one, other), filesystem: { ...meetTerms(one, other).filesystem, blocked_paths: other.filesystem.blocked_paths } })],
	["takes the higher limit", (one, other) => ({ ...meetTerms(one, other), resources: { ...meetTerms(one, other).resources, max_turns: null } })],
	["joins hosts instead of intersecting them", (one, other) => ({ ...meetTerms(one, other), network: { allow: [[...new Set([...one.network.allow.flat(), ...other.network.allow.flat()])].sort()], deny: [] } })],
	["keeps only the first set of rules", (one, other) => ({ ...meetTerms(one, other), tools: { ...meetTerms(one, other).tools, allowed: meetTerms(one, other).tools.allowed.slice(0, 1) } })],
	["lets a flag through that one side has", (one, other) => ({ ...meetTerms(one, other), capabilities: { ...meetTerms(one, other).capabilities, spawn_agents: one.capabilities.spawn_agents || other.capabilities.spawn_agents } })],
	["forgets who the ancestors could reach", (one, other) => ({ ...meetTerms(one, other), messaging: { ...meetTerms(one, other).messaging, allowed_targets: { ...meetTerms(one, other).messaging.allowed_targets, within: [] } } })],
	["is the first", (one) => one],
];

describe("a broken meet", () => {
	it.each(broken)("[policy-7-laws-can-fail] that %s breaks a law", (_, meet) => {
		expect(lawsOfMeet(meet).some((law) => fails(law, 2_000))).toBe(true);
	});
});
