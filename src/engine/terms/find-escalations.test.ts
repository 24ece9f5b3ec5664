import { describe, expect, it } from "vitest";
import { type Change, changed, MODERATE, OPEN_TOOL, PLACES_AT_WS, writOf } from "../../../test/laws/example-terms.ts";
import type { Terms, ToolTerms } from "../language/index.ts";
import { findEscalations, termsForChild } from "./index.ts";

const parent = writOf(MODERATE, { agent: "boss", parent: "top", children: ["sibling"] });
const held = termsForChild(parent);
const asks = (change: Change, of: Terms = held) =>
	findEscalations(of, changed(MODERATE, change), { family: ["boss", "grandchild"] }).map(
		({ dimension, requested }) => `${dimension}: ${requested}`,
	);
const under = (parentChange: Change, childChange: Change = {}) =>
	findEscalations(
		termsForChild(writOf(changed(MODERATE, parentChange), { agent: "boss", parent: "top", children: ["sibling"] })),
		changed(MODERATE, childChange),
		{
			family: ["boss", "grandchild"],
		},
	).map(({ dimension, requested }) => `${dimension}: ${requested}`);
const toTargets = (targets: Terms["messaging"]["allowed_targets"]["targets"], edge_required = false) => ({
	messaging: { allowed_targets: { targets, within: [], edge_required } },
});

describe("a child's wish beyond its parent", () => {
	it("[design-6-child-may-equal] is nothing when the child equals its parent", () => {
		expect(findEscalations(held, MODERATE)).toEqual([]);
	});

	it.each<[Change, string]>([
		[{ tools: { allowed: [["SomethingNew"]] } }, "tools.allowed: SomethingNew"],
		[{ filesystem: { sandbox_root: [["/"]] } }, "filesystem.sandbox_root: /"],
		[{ filesystem: { read_paths: [["/etc", "<workspace>"]] } }, "filesystem.read_paths: /etc"],
		[{ filesystem: { read_paths: [["<session>"]] } }, "filesystem.read_paths: ../shared"],
		[{ filesystem: { write_paths: [["<shared>/x"]] } }, "filesystem.write_paths: ./shared/x"],
		[{ filesystem: { max_file_size_mb: 11 } }, "filesystem.max_file_size_mb: 11"],
		[{ filesystem: { max_total_size_mb: null } }, "filesystem.max_total_size_mb: no limit"],
		[{ filesystem: { allow_symlinks: true } }, "filesystem.allow_symlinks: true"],
		[{ network: { allow: [["example.com"]] } }, "network.allow: example.com"],
		[{ environment: { allow: ["TOKEN"] } }, "environment.allow: TOKEN"],
		[{ resources: { ...MODERATE.resources, max_tokens_per_request: 1001 } }, "resources.max_tokens_per_request: 1001"],
		[{ resources: { ...MODERATE.resources, max_total_tokens: null } }, "resources.max_total_tokens: no limit"],
		[{ resources: { ...MODERATE.resources, max_requests_per_minute: 61 } }, "resources.max_requests_per_minute: 61"],
		[{ resources: { ...MODERATE.resources, max_turns: 11 } }, "resources.max_turns: 11"],
		[{ resources: { ...MODERATE.resources, max_runtime_seconds: 601 } }, "resources.max_runtime_seconds: 601"],
		[{ resources: { ...MODERATE.resources, max_processes: 129 } }, "resources.max_processes: 129"],
		[{ resources: { ...MODERATE.resources, max_memory_mb: 2049 } }, "resources.max_memory_mb: 2049"],
		[{ capabilities: { multi_agent_todo: true } }, "capabilities.multi_agent_todo: true"],
		[{ capabilities: { spawn: { max_children: 6, max_depth: 3, profiles: null } } }, "capabilities.spawn.max_children: 6"],
		[{ capabilities: { spawn: { max_children: 5, max_depth: 4, profiles: null } } }, "capabilities.spawn.max_depth: 4"],
		[{ events: { allowed: [["system:*"]] } }, "events.allowed: system:*"],
		[{ acp: { client_tools: { fs: "single_pass_through", terminal: "block" } } }, "acp.client_tools.fs: single_pass_through"],
		[{ acp: { client_tools: { fs: "block", terminal: "unsafe_debug" } } }, "acp.client_tools.terminal: unsafe_debug"],
		[{ sandbox: { mode: "shared" } }, "sandbox.mode: shared"],
		[{ sandbox: { parent_share: "read_write" } }, "sandbox.parent_share: read_write"],
		[{ sandbox: { session_share: true } }, "sandbox.session_share: true"],
		[{ sandbox: { minimum_level: "L2" } }, "sandbox.minimum_level: L2"],
		[{ sandbox: { unix_sockets: true } }, "sandbox.unix_sockets: true"],
		[{ approvals: { approver: "any" } }, "approvals.approver: any"],
		[{ approvals: { deadline_seconds: 301 } }, "approvals.deadline_seconds: 301"],
	])("[policy-7-every-dimension] is found in %j", (change, expected) => {
		expect(asks(change)).toEqual([expected]);
	});

	it("[policy-7-all-at-once] is reported whole, with what was asked and what the parent has", () => {
		const found = findEscalations(
			held,
			changed(MODERATE, { filesystem: { write_paths: [["/etc", "/usr"]] }, resources: { ...MODERATE.resources, max_turns: 20 } }),
		);
		expect(found).toEqual([
			{
				dimension: "filesystem.write_paths",
				requested: "/etc",
				parent: "./workspace",
				message: "filesystem.write_paths: /etc is not within the parent's ./workspace",
			},
			{
				dimension: "filesystem.write_paths",
				requested: "/usr",
				parent: "./workspace",
				message: "filesystem.write_paths: /usr is not within the parent's ./workspace",
			},
			{ dimension: "resources.max_turns", requested: "20", parent: "10", message: "resources.max_turns: 20 is above the parent's 10" },
		]);
	});

	it("[policy-7-source] says where the wish was written", () => {
		const source = { layer: "project", file: "agent.yaml", line: 3, column: 5 } as const;
		const wish = changed(MODERATE, { filesystem: { read_paths: [["/etc"]] } });
		const found = findEscalations(held, wish, { origins: { "filesystem.read_paths": { "/etc": source } } });
		expect(found).toMatchObject([{ requested: "/etc", source }]);
	});

	it("gives an example when an entry is partly held", () => {
		const found = findEscalations(
			changed(held, { filesystem: { read_paths: [["<workspace>/[!a]*"]] } }),
			changed(MODERATE, { filesystem: { read_paths: [["<workspace>/*"]] } }),
		);
		expect(found[0]?.message).toContain("for example ./workspace/a");
	});

	it("[policy-1-union] is not a denial that the child leaves out: the child gains it", () => {
		const denials: Change = {
			tools: { disallowed: ["Bash"], ask: ["Write"] },
			filesystem: { blocked_paths: ["/**/.env"], protected_paths: ["<workspace>/.git"] },
			network: { deny: ["ads.example.com"] },
		};
		expect(under(denials)).toEqual([]);
	});

	it("is an entry that the parent's denials forbid whole, unless the child gives it up itself", () => {
		expect(under({ tools: { disallowed: ["Bash"] } }, { tools: { allowed: [["Bash(git status)", "Read"]] } })).toEqual([
			"tools.allowed: Bash(git status)",
		]);
		expect(under({ tools: { disallowed: ["Bash"] } }, { tools: { allowed: [["Bash", "Read"]], disallowed: ["Bash"] } })).toEqual([]);
		expect(
			under({ filesystem: { blocked_paths: ["<workspace>/secret"] } }, { filesystem: { read_paths: [["<workspace>/secret/x"]] } }),
		).toEqual(["filesystem.read_paths: ./workspace/secret/x"]);
		expect(
			under({ filesystem: { protected_paths: ["<workspace>/.git"] } }, { filesystem: { write_paths: [["<workspace>/.git/hooks"]] } }),
		).toEqual(["filesystem.write_paths: ./workspace/.git/hooks"]);
		expect(under({ network: { deny: ["a.example.com"] } }, { network: { allow: [["a.example.com"]] } })).toEqual([
			"network.allow: a.example.com",
		]);
	});

	it("[policy-1-permissions] is found in the details of a tool, and not in what the child leaves open", () => {
		const parentTool: ToolTerms = {
			...OPEN_TOOL,
			allowed_paths: [["<workspace>/src"]],
			timeout: 30,
			requires_confirmation: true,
			allowed_targets: { targets: [["a"]], within: [], edge_required: false },
			arguments: [{ count: { max: 10 } }],
		};
		const over = (tool: Partial<ToolTerms>, name = "nexus_send") =>
			under({ tools: { permissions: { nexus_send: parentTool } } }, { tools: { permissions: { [name]: { ...OPEN_TOOL, ...tool } } } });
		expect(over({})).toEqual([]);
		expect(over({ timeout: 31 })).toEqual(["tools.permissions.nexus_send.timeout: 31"]);
		expect(over({ allowed_paths: [["<workspace>"]] })).toEqual(["tools.permissions.nexus_send.allowed_paths: ./workspace"]);
		expect(over({ allowed_targets: { targets: [["b"]], within: [], edge_required: false } })).toEqual([
			"tools.permissions.nexus_send.allowed_targets: b",
		]);
		expect(over({ arguments: [{ count: { max: 11 } }] })).toEqual(['tools.permissions.nexus_send.arguments.count: {"max":11}']);
		expect(over({ arguments: [{ other: 1 }] })).toEqual([]);
		expect(
			under({ tools: { permissions: { Bash: { ...OPEN_TOOL, enabled: false } } } }, { tools: { permissions: { Bash: OPEN_TOOL } } }),
		).toEqual(["tools.permissions.Bash.enabled: true"]);
		expect(over({ timeout: 31 }, "mcp__writ__nexus_send")).toEqual(["tools.permissions.mcp__writ__nexus_send.timeout: 31"]);
	});

	it("is a tool that the parent has switched off", () => {
		expect(under({ tools: { permissions: { Bash: { ...OPEN_TOOL, enabled: false } } } }, { tools: { allowed: [["Bash"]] } })).toEqual([
			"tools.allowed: Bash",
		]);
	});

	it("is a tool of the person's own that the child declares differently", () => {
		const parentDeclares = { tools: { declare: { deploy: { commands: ["script"] } } } };
		expect(under(parentDeclares, { tools: { declare: { deploy: { plain: ["script"] } } } })).toEqual([
			"tools.declare.deploy: another declaration",
		]);
		expect(under(parentDeclares, { tools: { declare: { deploy: { commands: ["script"] } } } })).toEqual([]);
		expect(under(parentDeclares)).toEqual([]);
	});

	it("[policy-7-family] is a listed target beyond the parent's reach, never the child's own parent and children", () => {
		expect(under(toTargets([["a", "b"]]), toTargets([["a", "c", "boss", "grandchild"]]))).toEqual(["messaging.allowed_targets: c"]);
		expect(under(toTargets(["parent"]), toTargets([["boss", "sibling"]]))).toEqual(["messaging.allowed_targets: sibling"]);
		expect(under(toTargets(["family"]), toTargets([["boss", "grandchild"]]))).toEqual([]);
		expect(under(toTargets([["a"]]), toTargets(["family"]))).toEqual([]);
		expect(under(toTargets([["a"]]), toTargets([], true))).toEqual([]);
		expect(under(toTargets([], true), toTargets([["a"]]))).toEqual([]);
	});

	it("[policy-1-sandbox-mode] is a shared workspace only where the parent shares no session", () => {
		for (const mode of ["isolated", "nested"] as const) expect(asks({ sandbox: { mode } })).toEqual([]);
		expect(under({ sandbox: { mode: "shared" } }, { sandbox: { mode: "shared" } })).toEqual([]);
		expect(under({ sandbox: { session_share: true } }, { sandbox: { mode: "shared" } })).toEqual([]);
		expect(under({ sandbox: { mode: "shared" } }, { sandbox: { session_share: true } })).toEqual([]);
	});

	it("[policy-1-spawn-profiles] is a profile that the parent may not spawn, or every profile under a list", () => {
		const spawn = (profiles: readonly string[] | null) => ({ capabilities: { spawn: { max_children: 5, max_depth: 3, profiles } } });
		expect(under(spawn(["a"]), spawn(["a", "b"]))).toEqual(["capabilities.spawn.profiles: b"]);
		expect(under(spawn(["a"]), spawn(null))).toEqual(["capabilities.spawn.profiles: everything"]);
		expect(under(spawn(null), spawn(["a"]))).toEqual([]);
	});

	it("compares an absolute entry with a named place by where the places are", () => {
		const wish = changed(MODERATE, { filesystem: { read_paths: [["/ws/src"]] } });
		expect(findEscalations(held, wish, { parentPlaces: PLACES_AT_WS, childPlaces: PLACES_AT_WS })).toEqual([]);
		expect(findEscalations(held, wish)).toMatchObject([{ requested: "/ws/src" }]);
	});
});
