import { describe, expect, it } from "vitest";
import { parseDefinition } from "./parse-definition.ts";
import { shippedCatalog } from "./shipped-catalog.ts";

const parse = (text: string, kind: "profile" | "fragment" | "ceiling" = "profile") =>
	parseDefinition(text, { file: "profiles/mine.yaml", layer: "user", name: "mine", kind, catalog: shippedCatalog });

/** Problems as `line:column code`. */
const problems = (text: string, kind?: "profile" | "fragment" | "ceiling") => {
	const parsed = parse(text, kind);
	return parsed.ok ? [] : parsed.problems.map(({ code, source }) => `${source?.line}:${source?.column} ${code}`);
};

describe("parseDefinition", () => {
	it("[def-known-by-file] is known by its file; its own name is a label", () => {
		expect(parse("name: something_else\nlevel: custom\n")).toMatchObject({
			ok: true,
			definition: {
				name: "mine",
				kind: "profile",
				layer: "user",
				file: "profiles/mine.yaml",
				profile: { name: "something_else" },
				positions: { level: [2, 8] },
			},
		});
	});

	it("[def-unknown-key] an unknown key is a problem with file, line, column and a hint", () => {
		const parsed = parse("filesystem:\n  read_path:\n    - ./workspace\n");
		expect(parsed).toMatchObject({
			ok: false,
			problems: [
				{
					severity: "error",
					code: "unknown-key",
					path: "filesystem.read_path",
					hint: "did you mean read_paths?",
					source: { file: "profiles/mine.yaml", line: 2, column: 3, layer: "user", definition: "mine" },
				},
			],
		});
	});

	it("[def-wrong-type] a wrong type is a problem at the value", () => {
		expect(problems("tools:\n  allowed: Read\n")).toEqual(["2:12 wrong-type"]);
		expect(problems("version: 1.0\n")).toEqual(["1:10 wrong-type"]);
		expect(problems("level: godlike\n")).toEqual(["1:8 bad-value"]);
		expect(problems("resources: {max_turns: -1}\n")).toEqual(["1:24 bad-value"]);
		expect(problems("resources: {max_turns: .inf}\n")).toEqual(["1:24 bad-value"]);
		expect(problems("- a list\n")).toEqual(["1:1 wrong-type"]);
		expect(problems("just text\n")).toEqual(["1:1 wrong-type"]);
		expect(problems("tools:\n")).toEqual(["1:7 wrong-type"]);
	});

	it("[def-never-matches] rules, paths, hosts and arguments that cannot match are problems at their entry", () => {
		expect(problems("tools:\n  allowed:\n    - Read\n    - Read(\n    - TodoRead(x)\n")).toEqual(["4:7 bad-rule", "5:7 bad-rule"]);
		expect(problems("filesystem:\n  read_paths: [./workspace, ../elsewhere]\n")[0]).toMatch(/^2:29 /);
		expect(problems("network: {allow: ['https://example.com/x']}\n")).toEqual(["1:19 bad-host"]);
		expect(problems("tools:\n  permissions:\n    Read:\n      arguments:\n        count: {min: 3, max: 2}\n")[0]).toMatch(
			/^5:16 never-matches/,
		);
	});

	it("[def-never-matches] a rule for a tool that another part may declare is left to the composition", () => {
		const rule = "tools:\n  allowed: [Deploy(./dist/**)]\n";
		expect(problems(rule)).toEqual(["2:13 bad-rule"]);
		expect(problems(`include: [my/tools]\n${rule}`)).toEqual([]);
		expect(problems(rule, "fragment")).toEqual([]);
		expect(problems(`include: [my/tools]\ntools:\n  allowed: ["Read("]\n`)).toEqual(["3:13 bad-rule"]);
	});

	it("[def-all-together] all problems of a file come together, sorted by place", () => {
		expect(problems("a: 1\nlevel: x\nlevel: y\ntools: {allowed: 5}\n1: z\nfilesystem: {nope: 1}\n")).toEqual([
			"1:1 unknown-key",
			"2:8 bad-value",
			"3:1 duplicate-key",
			"4:18 wrong-type",
			"5:1 bad-key",
			"6:14 unknown-key",
		]);
	});

	it("[def-null-and-empty] null, an empty list and an absent one stay different", () => {
		const allowed = (text: string) => {
			const parsed = parse(text);
			return parsed.ok ? parsed.definition.profile.tools?.allowed : "problem";
		};
		expect(allowed("tools: {allowed: null}\n")).toBe(null);
		expect(allowed("tools: {allowed: []}\n")).toEqual([]);
		expect(allowed("tools: {ask: []}\n")).toBeUndefined();
	});

	it("[def-shares] names of shared places are entries like others", () => {
		expect(problems("filesystem: {read_paths: [../../_shared/knowledge, ../shared, ./shared, ./, ./exports]}\n")).toEqual([]);
	});

	it("[def-types] a fragment among the profiles, and a profile among the fragments, is a problem", () => {
		expect(problems("type: permission_fragment\n")).toEqual(["1:7 bad-value"]);
		expect(problems("type: permission_profile\n", "fragment")).toEqual(["1:7 bad-value"]);
		expect(problems("type: permission_profile\n", "ceiling")).toEqual([]);
		expect(problems("type: agent\n")).toEqual(["1:7 bad-value"]);
	});

	it("[def-profile-keys] every key of the profile document is known", () => {
		expect(
			problems(`
name: all
type: permission_profile
version: 1.0.0
description: everything
author: me
extends: [standard]
include: [tools/read_only]
level: researcher
tools:
  allowed: [Read, Bash(git status:*), mcp__files__read]
  disallowed: [Task]
  ask: [Write]
  permissions:
    nexus_send: {enabled: true, allowed_paths: null, blocked_paths: [./x], timeout: 30, requires_confirmation: true, allowed_targets: family, arguments: {content: {max_length: 10}}}
  declare: {Deploy: {writes: [path]}}
filesystem: {sandbox_root: ./workspace, read_paths: ['./src/**'], write_paths: [], blocked_paths: ['**/.env'], protected_paths: [./keep], max_file_size_mb: 0, max_total_size_mb: 1.5, allow_symlinks: inside}
network: {allow: [example.com, 'example.com:443', '*.example.com', '*'], deny: [evil.example]}
environment: {allow: [CI]}
resources: {max_tokens_per_request: 1, max_total_tokens: 2, max_requests_per_minute: 3, max_cost_usd: 0.5, max_turns: 4, max_runtime_seconds: 5, max_processes: 6, max_memory_mb: 7}
capabilities: {multi_agent_todo: true, agent_messaging: true, spawn_agents: true, network_access: true, spawn: {max_children: 1, max_depth: 2, profiles: [restricted]}}
messaging: {allowed_targets: parent, accept_from: [boss]}
events: {allowed: ['agent:list', 'message:*']}
acp: {client_tools: {fs: self_handle, terminal: single_pass_through}}
sandbox: {mode: nested, parent_share: none, session_share: true, minimum_level: L2, quota: hard, unix_sockets: true}
approvals: {approver: any, deadline_seconds: 60, on_timeout: deny}
`),
		).toEqual([]);
		expect(problems("approvals: {on_timeout: allow}\n")).toEqual(["1:25 bad-value"]);
	});
});

describe("a profile file in a foreign form", () => {
	it("[def-nexus-profile] is read, and its parts keep their places", () => {
		const parsed = parse(
			"level: sandboxed\nallowed_paths:\n  - ./workspace\n  - /srv/data\ntool_permissions:\n  nexus_send: {enabled: true, allowed_targets: children}\n",
		);
		expect(parsed).toMatchObject({
			ok: true,
			definition: {
				profile: { filesystem: { read_paths: ["./workspace", "/srv/data"], write_paths: ["./workspace", "/srv/data"] } },
				positions: { "filesystem.write_paths[1]": [4, 5], "tools.permissions.nexus_send.allowed_targets": [6, 48] },
			},
		});
	});

	it("[def-nexus-unknown-target] an unknown target restriction is refused at its place", () => {
		expect(problems("level: sandboxed\ntool_permissions:\n  nexus_send: {enabled: true, allowed_targets: siblings}\n")).toEqual([
			"3:48 wrong-type",
		]);
	});

	it("[def-orchestrator-profile] is read, and its parts keep their places", () => {
		const parsed = parse("allowed_tools: [Bash, Read, Write]\nbash_policy: build_test\nproject_scoped: true\n");
		expect(parsed).toMatchObject({
			ok: true,
			definition: { positions: { "tools.allowed[0]": [1, 23], "tools.allowed[1]": [1, 29], include: [2, 14] } },
		});
	});
});
