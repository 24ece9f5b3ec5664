import { describe, expect, it } from "vitest";
import { agentDefinitionShape, overridesShape, profileShape } from "./document-shapes.ts";
import { checkShape, readShape } from "./read-shape.ts";
import type { Shape } from "./shape.ts";

const places = (value: unknown, shape: Shape = profileShape) => checkShape(value, shape).map(({ code, path }) => `${code} ${path}`);

describe("checkShape", () => {
	it("[policy-1-unknown-key] an unknown key is a problem that names the key that was meant", () => {
		expect(checkShape({ filesystem: { read_path: ["./src"] } }, profileShape)).toEqual([
			{
				severity: "error",
				code: "unknown-key",
				path: "filesystem.read_path",
				message: "filesystem.read_path is not a known key",
				hint: "did you mean read_paths?",
			},
		]);
	});

	it("[policy-1-unknown-key] a known key under the wrong parent is told where it belongs", () => {
		expect(checkShape({ read_paths: [] }, profileShape)[0]?.hint).toBe("did you mean filesystem.read_paths?");
		expect(checkShape({ filesystem: { max_turns: 3 } }, profileShape)[0]?.hint).toBe("did you mean resources.max_turns?");
	});

	it("[policy-1-wrong-type] a wrong type is said in plain words with a cure", () => {
		const [problem] = checkShape({ tools: { allowed: ["Read", 5] } }, profileShape);
		expect(problem?.message).toBe("tools.allowed[1] must be text or an object, not the number 5");
		expect(problem?.hint).toBe('put it in quotes: "5"');
		expect(checkShape({ tools: { allowed: "Read" } }, profileShape)[0]?.message).toBe(
			"tools.allowed must be a list of entries that are text or an object, not the text 'Read'",
		);
		expect(checkShape({ capabilities: { spawn_agents: "yes" } }, profileShape)[0]?.hint).toBe("write true or false without quotes");
	});

	it("[policy-1-all-problems] all problems are reported together", () => {
		expect(
			places({
				tols: {},
				level: "root",
				tools: { allowed: [1, "Read", null] },
				filesystem: { allow_symlinks: "yes", max_file_size_mb: -1 },
				resources: { max_turns: 1.5, max_total_tokens: Number.POSITIVE_INFINITY },
				approvals: { on_timeout: "allow" },
			}),
		).toEqual([
			"unknown-key tols",
			"bad-value level",
			"wrong-type tools.allowed[0]",
			"wrong-type tools.allowed[2]",
			"bad-value filesystem.allow_symlinks",
			"bad-value filesystem.max_file_size_mb",
			"bad-value resources.max_turns",
			"bad-value resources.max_total_tokens",
			"bad-value approvals.on_timeout",
		]);
	});

	it("[design-6-unknown-target] an unknown target restriction is refused at load", () => {
		const [problem, ...others] = checkShape({ messaging: { allowed_targets: "siblings" } }, profileShape);
		expect(others).toEqual([]);
		expect(problem?.code).toBe("wrong-type");
		expect(problem?.message).toContain("parent, children or family");
		for (const targets of [null, "parent", "children", "family", ["parent", "a-1"]]) {
			expect(
				places({ messaging: { allowed_targets: targets }, tools: { permissions: { nexus_send: { allowed_targets: targets } } } }),
			).toEqual([]);
		}
		expect(places({ messaging: { allowed_targets: ["a", 7] } })).toEqual(["wrong-type messaging.allowed_targets[1]"]);
	});

	it("[policy-1-zero-null] 0 and null are values of limits, and null is not a list of paths", () => {
		expect(places({ resources: { max_turns: 0, max_cost_usd: null }, tools: { allowed: null } })).toEqual([]);
		expect(places({ filesystem: { read_paths: null } })).toEqual(["wrong-type filesystem.read_paths"]);
	});

	it("[policy-2-argument-rules] argument rules are plain values or constraints", () => {
		const permissions = { T: { arguments: { path: "./src/**", force: { not: true }, count: { max: 10 }, mode: { any: ["a", 1] } } } };
		expect(places({ tools: { permissions } })).toEqual([]);
		expect(places({ tools: { permissions: { T: { arguments: { a: { most: 1 }, b: null, c: ["x"] } } } } })).toEqual([
			"unknown-key tools.permissions.T.arguments.a.most",
			"wrong-type tools.permissions.T.arguments.b",
			"wrong-type tools.permissions.T.arguments.c",
		]);
	});

	it("[policy-1-overrides] overrides know the add and remove forms, profiles do not", () => {
		const overrides = { tools: { allowed_add: ["A"], allowed_remove: ["B"], disallowed_add: ["C"], ask_add: ["D"] } };
		expect(places(overrides, overridesShape)).toEqual([]);
		expect(places(overrides)).toHaveLength(4);
		expect(places({ extends: "trusted" }, overridesShape)).toEqual(["unknown-key extends"]);
	});

	it("[policy-1-agent-definitions] the agent definition of seed 001 is of the shape", () => {
		const sandboxedResearcher = {
			name: "sandboxed_researcher",
			type: "profile",
			extends: "base_agent",
			version: "1.0.0",
			model: "claude-3-sonnet-20240229",
			temperature: 0.7,
			permissions: {
				profile: "researcher",
				overrides: {
					tools: { allowed_add: ["WebFetch", "WebSearch"] },
					filesystem: { read_paths_add: ["../../_shared/knowledge"] },
					resources: { max_tokens_per_request: 200000 },
				},
			},
			sandbox: { mode: "shared", parent_share: "read_only", session_share: true },
			prompt: "Research.",
			metadata: { anything: [1, { deep: true }] },
		};
		expect(places(sandboxedResearcher, agentDefinitionShape)).toEqual([]);
		expect(places({ permissionMode: "bypassPermissions", hooks: {}, mcpServers: {}, tools: null }, agentDefinitionShape)).toHaveLength(4);
	});

	it("keys that would reach the prototype are unknown keys", () => {
		const poisoned: unknown = JSON.parse('{"__proto__": {"level": "yolo"}, "tools": {"permissions": {"__proto__": {"enabled": true}}}}');
		expect(places(poisoned)).toEqual(["unknown-key __proto__", "unknown-key tools.permissions.__proto__"]);
		expect(places({ constructor: {}, toString: {}, hasOwnProperty: {} })).toHaveLength(3);
	});

	it("a tool called like a member of every object is an ordinary name and finds no inherited value", () => {
		const outcome = readShape({ tools: { permissions: { toString: { enabled: false } } } }, profileShape);
		if (!outcome.ok) throw new Error("not read");
		expect(outcome.value.tools?.permissions?.toString).toEqual({ enabled: false });
		expect(outcome.value.tools?.permissions?.constructor).toBeUndefined();
	});

	it("a key that must be there and is undefined is missing, as its type says", () => {
		const shape = { kind: "object", required: ["name"], keys: { name: { kind: "text" } } } as const;
		expect(places({ name: undefined }, shape)).toEqual(["missing-key "]);
		expect(places({ name: 5 }, shape)).toEqual(["wrong-type name"]);
	});

	it("values that are not plain data never throw", () => {
		const throwing = {
			get tools(): never {
				throw new Error("no");
			},
		};
		expect(places(throwing)).toEqual(["unreadable tools"]);
		const { proxy, revoke } = Proxy.revocable<string[]>([], {});
		revoke();
		expect(places({ tools: { allowed: proxy } })).toHaveLength(1);
		expect(places({ filesystem: proxy })).toHaveLength(1);
		for (const value of [null, undefined, 5, "x", [], () => 0, Symbol("s"), 10n, new Map(), new Date(0)])
			expect(places(value)).toHaveLength(1);
		expect(places({ tools: new Map([["allowed", null]]) })).toEqual(["wrong-type tools"]);
	});

	it("a value is read once: what a getter says later changes nothing", () => {
		let reads = 0;
		const shifting = {
			get level() {
				reads++;
				return reads === 1 ? "restricted" : "yolo";
			},
		};
		expect(readShape(shifting, profileShape)).toEqual({ ok: true, value: { level: "restricted" } });
		expect(reads).toBe(1);
	});

	it("depth, number of entries, length of text and number of values are bounded, cycles too", () => {
		let deep: unknown = 1;
		for (let level = 0; level < 10_000; level++) deep = { deep };
		expect(checkShape({ metadata: { deep } }, agentDefinitionShape).map(({ code }) => code)).toEqual(["too-large"]);
		const around: Record<string, unknown> = {};
		for (const key of "abcdefgh") around[key] = around;
		expect(checkShape({ metadata: around }, agentDefinitionShape).some(({ code }) => code === "too-large")).toBe(true);
		expect(places({ tools: { allowed: Array.from({ length: 20_001 }, () => "Read") } })).toEqual(["too-large tools.allowed"]);
		expect(places({ tools: { allowed: Array.from({ length: 20_000 }, () => "Read") } })).toEqual([]);
		expect(places({ tools: { allowed: ["x".repeat(5000)] } })).toEqual(["too-large tools.allowed[0]"]);
		const wide = Array.from({ length: 20 }, () => Array.from({ length: 20_000 }, () => 0));
		expect(checkShape({ metadata: { wide } }, agentDefinitionShape).map(({ message }) => message)).toEqual([
			"the document holds more than 250000 values",
		]);
	});
});
