import { describe, expect, it } from "vitest";
import { parseDefinition } from "../../definitions/index.ts";
import type { Profile } from "../../engine/index.ts";
import { renderProfile } from "./profile.ts";

const PROFILE: Profile = {
	name: "a profile",
	version: "1.0",
	tools: {
		allowed: ["Read", "Bash(git log:*)", "yes", "mcp__a__*", { rule: "Bash(node:*)", when: "confined" }],
		permissions: { Bash: { timeout: null, arguments: { command: { not: "rm" } } } },
	},
	filesystem: { read_paths: [], blocked_paths: ["**/.env", '"quoted": #'], allow_symlinks: false },
};

describe("renderProfile", () => {
	it("[cli-compose] writes YAML that says the same profile again", () => {
		const text = renderProfile({ profile: PROFILE, origins: {} })
			.map((line) => line.text)
			.join("\n");
		expect(parseDefinition(text, { kind: "profile", layer: "user", name: "again" })).toMatchObject({
			ok: true,
			definition: { profile: PROFILE },
		});
	});

	it("[cli-compose] gives every entry and every value its source", () => {
		const source = (line: number) => ({ layer: "user", file: "a.yaml", line }) as const;
		const lines = renderProfile({
			profile: PROFILE,
			origins: {
				"tools.allowed": { Read: source(3), "Bash(node:*) when confined": source(5) },
				"filesystem.allow_symlinks": { "": source(9) },
				"filesystem.read_paths": { "": source(7) },
			},
		});
		expect(lines.filter((line) => line.source !== undefined)).toEqual([
			{ text: "    - Read", source: source(3) },
			{ text: '    - { rule: "Bash(node:*)", when: confined }', source: source(5) },
			{ text: "  read_paths: []", source: source(7) },
			{ text: "  allow_symlinks: false", source: source(9) },
		]);
	});
});
