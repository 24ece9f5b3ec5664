import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalog, shippedCatalog } from "../../src/definitions/index.ts";
import { composeAgent, composeProfile } from "../../src/engine/index.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "seed-001", `${name}.yaml`));
const catalog = loadCatalog(
	[
		{ path: "profiles/seed.yaml", layer: "user", kind: "profile", name: "seed", bytes: read("standard") },
		{
			path: "agents/sandboxed_researcher.yaml",
			layer: "user",
			kind: "agent",
			name: "sandboxed_researcher",
			bytes: read("sandboxed_researcher"),
		},
	],
	shippedCatalog,
);

describe("the YAML of the KSI plan", () => {
	it("[def-seed-001-yaml] loads as it stands", () => {
		expect(catalog.problems).toEqual([]);
		expect(catalog.profiles.seed?.profile.name).toBe("standard_permissions");
		expect(catalog.agents.sandboxed_researcher).toMatchObject({
			extends: ["base_agent"],
			profile: "researcher",
			model: "claude-3-sonnet-20240229",
			temperature: 0.7,
			sandbox: { mode: "shared", parent_share: "read_only", session_share: true },
		});
	});

	it("[def-seed-001-yaml] the plan's profile grants what the shipped standard grants", () => {
		const [seed, shipped] = [composeProfile("seed", catalog), composeProfile("standard", catalog)];
		if (!seed.ok || !shipped.ok) throw new Error("not composed");
		const { tools, filesystem, resources } = shipped.composition.profile;
		expect(seed.composition.profile).toMatchObject({
			tools,
			filesystem,
			resources,
			capabilities: { multi_agent_todo: true, agent_messaging: false, spawn_agents: false },
		});
	});

	it("[def-seed-001-yaml] the plan's agent gets its profile with its overrides, the operator's share included", () => {
		const composed = composeAgent("sandboxed_researcher", catalog);
		if (!composed.ok) throw new Error(JSON.stringify(composed.problems));
		expect(composed.composition.profile).toMatchObject({
			tools: { allowed: expect.arrayContaining(["WebFetch", "WebSearch", "Read"]) },
			filesystem: { read_paths: ["./workspace", "./shared", "../shared", "../../_shared/knowledge"] },
			resources: { max_tokens_per_request: 200_000, max_total_tokens: 1_500_000 },
			sandbox: { mode: "shared", session_share: true },
		});
	});
});
