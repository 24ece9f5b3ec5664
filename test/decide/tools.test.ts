import { describe, expect, it } from "vitest";
import { decide, type Profile, type Request } from "../../src/engine/index.ts";
import { decided, sealed, short } from "./engine-case.ts";

const call = (tool: string, input: Record<string, unknown> = {}): Request => ({ kind: "tool", tool, input });
const everywhere = { read_paths: ["/"], write_paths: ["/"], blocked_paths: [] } as const;

describe("tools", () => {
	it("[decide-unknown-denied] nothing unmatched is allowed", () => {
		expect(short(decided({ tools: { allowed: null } }, call("Frobnicate")))).toBe("deny unknown-tool");
		expect(short(decided({ tools: { allowed: ["*"] } }, call("Frobnicate")))).toBe("deny unknown-tool");
		expect(short(decided({}, call("Read", { file_path: "/ws/a" })))).toBe("deny tool-not-allowed");
		expect(short(decided({ tools: { allowed: null } }, call("READ", {})))).toBe("deny unknown-tool");
		expect(short(decided({ tools: { allowed: ["mcp__github__*"] } }, call("mcp__github__x__y", {})))).toBe("allow granted");
		expect(short(decided({ tools: { allowed: ["mcp__git__*"] } }, call("mcp__github__log", {})))).toBe("deny unknown-tool");
	});
	it("[decide-deny-beats] disallowed beats ask beats allowed", () => {
		const profile: Profile = {
			tools: { allowed: ["Read", "Write", "LS"], ask: ["Write", "Read"], disallowed: ["Read"] },
			filesystem: everywhere,
		};
		expect(short(decided(profile, call("Read", { file_path: "a" })))).toBe("deny tool-disallowed");
		expect(short(decided(profile, call("Write", { file_path: "a", content: "" })))).toBe("ask needs-confirmation");
		expect(decided(profile, call("LS", { path: "/ws" })).effect).toBe("allow");
	});
	it("[decide-order] the first failing step gives the reason", () => {
		const profile: Profile = { tools: { allowed: ["Read"], disallowed: ["Read"], permissions: { Read: { enabled: false } } } };
		expect(short(decided(profile, call("Read", { file_path: "/etc/x" })))).toBe("deny tool-disabled");
		expect(short(decided({ tools: { allowed: ["Read"], disallowed: ["Read"] } }, call("Read", { file_path: "/etc/x" })))).toBe(
			"deny tool-disallowed",
		);
		expect(short(decided({ tools: { allowed: ["Write"] } }, call("Read", { file_path: "/etc/x" })))).toBe("deny tool-not-allowed");
		expect(short(decided({ tools: { allowed: ["Read"] } }, call("Read", { file_path: "/etc/x" })))).toBe("deny path-outside");
	});
	it("[decide-frozen] a decision is frozen JSON with a reason", () => {
		for (const decision of [decided({}, call("Read")), decided({ tools: { allowed: ["TodoRead"] } }, call("TodoRead"))]) {
			expect(
				Object.isFrozen(decision) &&
					Object.isFrozen(decision.reasons) &&
					Object.isFrozen(decision.reasons[0]) &&
					Object.isFrozen(decision.obligations),
			).toBe(true);
			expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
			expect(decision.reasons.length).toBeGreaterThan(0);
		}
	});
	it("[decide-never-throws] garbage is a denial", () => {
		const writ = sealed({ tools: { allowed: null }, filesystem: everywhere });
		const hostile = new Proxy(
			{},
			{
				get: () => {
					throw new Error("no");
				},
				ownKeys: () => {
					throw new Error("no");
				},
				has: () => {
					throw new Error("no");
				},
				getOwnPropertyDescriptor: () => {
					throw new Error("no");
				},
			},
		);
		const garbage: unknown[] = [
			null,
			undefined,
			5,
			"x",
			[],
			{},
			{ kind: "dance" },
			{ kind: "tool" },
			{ kind: "tool", tool: 5, input: {} },
			{ kind: "tool", tool: "Read", input: null },
			{ kind: "tool", tool: "Read", input: [] },
			{ kind: "path", operation: "eat", path: "x" },
			{ kind: "path", operation: "read", path: 5 },
			{ kind: "network", host: "x", port: "80" },
			{ kind: "spend", tokens: Number.NaN },
			{ kind: "spend", tokens: -1 },
			{ kind: "event" },
			{ kind: "tool", tool: "Read", input: hostile },
			hostile,
			{ kind: "tool", tool: "__proto__", input: {} },
			{ kind: "constructor" },
			{ kind: "command", command: "ls", cwd: "relative" },
			{ kind: "command", command: "ls", extra: 1 },
		];
		for (const request of garbage) expect(decide(writ, request as Request).effect).toBe("deny");
		expect(
			decide(writ, call("Read", { file_path: "a" }), {
				resolve: () => {
					throw new Error("disk");
				},
			}).effect,
		).toBe("deny");
		expect(
			decide(
				writ,
				{ kind: "target", tool: "nexus_send", target: "x" },
				{
					edges: () => {
						throw new Error("store");
					},
				},
			).effect,
		).toBe("deny");
	});
	it("[decide-no-approver] an ask with nobody there is a denial", () => {
		const profile: Profile = { tools: { allowed: ["TodoRead"], ask: ["TodoRead"] } };
		expect(short(decided(profile, call("TodoRead"), { approver: false }))).toBe("deny no-approver");
		expect(short(decided(profile, call("TodoRead"), { approver: true }))).toBe("ask needs-confirmation");
	});
	it("[decide-timeout] obligations carry the timeout", () => {
		expect(
			decided({ tools: { allowed: ["TodoRead"], permissions: { TodoRead: { timeout: 30 } } } }, call("TodoRead")).obligations,
		).toContainEqual({ kind: "timeout", seconds: 30 });
	});
	it("[decide-unchecked] arguments of unknown tools are reported", () => {
		const decision = decided({ tools: { allowed: ["MyTool"] } }, call("MyTool", { where: "/etc/passwd", n: 5 }));
		expect(decision.effect).toBe("allow");
		expect(decision.obligations).toContainEqual({ kind: "unchecked-arguments", arguments: ["where"] });
	});
	it("[decide-undeclared-shape] a known argument in another shape is denied", () => {
		const profile: Profile = { tools: { allowed: ["Read", "Bash"] }, filesystem: everywhere };
		expect(short(decided(profile, call("Read", { file_path: ["/ws/a"] })))).toBe("deny argument-not-allowed");
		expect(short(decided(profile, call("Bash", { command: { toString: "ls" } })))).toBe("deny argument-not-allowed");
	});
	it("[decide-argument-rules] argument rules hold", () => {
		const profile: Profile = {
			tools: {
				allowed: ["MyTool"],
				declare: { MyTool: { reads: ["path"], plain: ["force", "count", "mode"] } },
				permissions: { MyTool: { arguments: { path: "./src/**", force: { not: true }, count: { max: 10 }, mode: { any: ["a", "b"] } } } },
			},
			filesystem: everywhere,
		};
		const ok = (input: Record<string, unknown>) => decided(profile, call("MyTool", input)).effect;
		expect(ok({ path: "src/a", force: false, count: 10, mode: "a" })).toBe("allow");
		expect(ok({ path: "src/../etc/a" })).toBe("deny");
		expect(ok({ path: "src/a", force: true })).toBe("deny");
		expect(ok({ path: "src/a", count: 11 })).toBe("deny");
		expect(ok({ path: "src/a", count: "9" })).toBe("deny");
		expect(ok({ path: "src/a", mode: "c" })).toBe("deny");
	});
	it("[decide-file-rules] file rules admit and forbid paths", () => {
		const profile: Profile = {
			tools: { allowed: ["Read(./src/**)", "Read(//opt/data/**)"], disallowed: ["Read(./src/secret/**)"] },
			filesystem: everywhere,
		};
		const read = (file_path: string) => decided(profile, call("Read", { file_path })).effect;
		expect(read("src/a.ts")).toBe("allow");
		expect(read("/opt/data/x")).toBe("allow");
		expect(read("docs/a.md")).toBe("deny");
		expect(read("src/secret/k")).toBe("deny");
		expect(read("src/../docs/a")).toBe("deny");
	});
	it("[decide-web-rules] web rules admit one host", () => {
		const profile: Profile = {
			tools: { allowed: ["WebFetch(domain:docs.example.com)"] },
			network: { allow: ["*"] },
			capabilities: { network_access: true },
		};
		const fetch = (url: string) => decided(profile, call("WebFetch", { url, prompt: "x" })).effect;
		expect(fetch("https://docs.example.com/a")).toBe("allow");
		expect(fetch("https://docs.example.com.evil.example/")).toBe("deny");
		expect(fetch("https://docs.example.com@evil.example/")).toBe("deny");
	});
	it("[decide-agent-rules] agent rules admit what they name", () => {
		const profile: Profile = {
			tools: { allowed: ["Task(profile:researcher)", "nexus_send(target:parent)"] },
			capabilities: { spawn_agents: true },
		};
		expect(decided(profile, call("Task", { subagent_type: "researcher", prompt: "x", description: "y" })).effect).toBe("allow");
		expect(decided(profile, call("Task", { subagent_type: "coder", prompt: "x", description: "y" })).effect).toBe("deny");
		expect(decided(profile, call("nexus_send", { agent_id: "p", content: "x" }), {}, { parent: "p" }).effect).toBe("allow");
		expect(decided(profile, call("nexus_send", { agent_id: "q", content: "x" }), {}, { parent: "p" }).effect).toBe("deny");
	});
	it("[decide-alias] rules for Bash govern its other names", () => {
		const profile: Profile = { tools: { allowed: ["Bash(ls:*)"] }, filesystem: everywhere };
		expect(decided(profile, call("run_shell_command", { command: "ls -la" })).effect).toBe("allow");
		expect(decided(profile, call("run_shell_command", { command: "rm x" })).effect).toBe("deny");
		expect(short(decided({ tools: { allowed: null, disallowed: ["Bash"] } }, call("run_shell_command", { command: "ls" })))).toBe(
			"deny tool-disallowed",
		);
	});
	it("[decide-grants] a grant widens, and no more", () => {
		const profile: Profile = { tools: { allowed: ["Bash(ls:*)"], disallowed: ["Bash(git push:*)", "Write"] }, filesystem: everywhere };
		const grants = [
			{ id: "g1", rule: "Bash(npm publish)" },
			{ id: "g2", rule: "Bash(git push:*)" },
			{ id: "g3", rule: "Write" },
		];
		expect(short(decided(profile, { kind: "command", command: "npm publish" }, { grants }))).toBe("allow granted");
		expect(decided(profile, { kind: "command", command: "npm publish --tag x" }, { grants }).effect).toBe("deny");
		expect(short(decided(profile, { kind: "command", command: "git push" }, { grants }))).toBe("deny command-disallowed");
		expect(short(decided(profile, call("Write", { file_path: "a", content: "" }), { grants }))).toBe("deny tool-disallowed");
		const ceiling = sealed({ tools: { allowed: ["Read"] } }).terms;
		expect(decided(profile, { kind: "command", command: "npm publish" }, { grants, ceiling }).effect).toBe("deny");
	});
	it("[decide-grants] a grant within the ceiling widens, and one that goes beyond it in anything does not", () => {
		const profile: Profile = { tools: { allowed: ["Read"] }, filesystem: everywhere };
		const ceiling = sealed({ tools: { allowed: ["Read", "Bash(git status:*)", "Bash(npm publish)"] } }).terms;
		const under = (rule: string, command: string) =>
			decided(profile, { kind: "command", command }, { grants: [{ id: "g", rule }], ceiling }).effect;
		expect(under("Bash(git status:*)", "git status --short")).toBe("allow");
		expect(under("Bash(git status)", "git status")).toBe("allow");
		for (const rule of ["Bash", "Bash(git:*)", "Bash(npm publish:*)"])
			for (const command of ["git status", "git log", "npm publish", "npm publish --tag x"])
				expect(under(rule, command), rule).toBe("deny");
		const forbids = sealed({ tools: { allowed: ["Bash"], disallowed: ["Bash(git push:*)"] } }).terms;
		const granted = { grants: [{ id: "g", rule: "Bash(git:*)" }], ceiling: forbids };
		expect(decided(profile, { kind: "command", command: "git push" }, granted).effect).toBe("deny");
	});
	it("[decide-lineage] a tightened ancestor tightens the next decision", () => {
		const child = sealed({ tools: { allowed: ["Read", "LS"] }, filesystem: everywhere }, { parent: "boss" });
		const tight = sealed({ tools: { allowed: ["LS"] }, filesystem: everywhere }, { agent: "boss", children: ["me"] });
		expect(decide(child, call("Read", { file_path: "a" })).effect).toBe("allow");
		expect(decide(child, call("Read", { file_path: "a" }), { lineage: [tight] }).effect).toBe("deny");
		expect(decide(child, call("LS", { path: "/ws" }), { lineage: [tight] }).effect).toBe("allow");
	});
	it("[decide-size] files larger than the limit are denied, and 0 allows no file at all", () => {
		const limit = (max_file_size_mb: number): Profile => ({
			tools: { allowed: ["Write"] },
			filesystem: { ...everywhere, max_file_size_mb },
		});
		const write = (content: string) => call("Write", { file_path: "a", content });
		expect(decided(limit(1), write("x".repeat(1024 * 1024))).effect).toBe("allow");
		expect(short(decided(limit(1), write("x".repeat(1024 * 1024 + 1))))).toBe("deny path-too-large");
		expect(short(decided(limit(0), write("")))).toBe("deny path-too-large");
		expect(short(decided(limit(0), { kind: "path", operation: "create", path: "a" }))).toBe("deny path-too-large");
	});
});

describe("other requests", () => {
	it("[decide-network] hosts need the capability and an entry", () => {
		const reach = (profile: Profile, host: string, port = 443) => short(decided(profile, { kind: "network", host, port }));
		const open: Profile = {
			network: { allow: ["*.example.com", "api.test:8443", "127.0.0.1:3000"], deny: ["bad.example.com"] },
			capabilities: { network_access: true },
		};
		expect(reach(open, "www.example.com")).toBe("allow granted");
		expect(reach(open, "WWW.Example.COM.")).toBe("allow granted");
		expect(reach(open, "example.com")).toBe("deny host-not-allowed");
		expect(reach(open, "bad.example.com")).toBe("deny host-denied");
		expect(reach(open, "api.test")).toBe("deny host-not-allowed");
		expect(reach(open, "api.test", 8443)).toBe("allow granted");
		expect(reach(open, "0x7f.1", 3000)).toBe("allow granted");
		expect(reach(open, "127.0.0.1", 80)).toBe("deny host-not-allowed");
		expect(reach({ ...open, capabilities: {} }, "www.example.com")).toBe("deny host-not-allowed");
		expect(reach({ network: { allow: ["*"] }, capabilities: { network_access: true } }, "10.0.0.1")).toBe("deny host-not-allowed");
	});
	it("[decide-spend] budgets hold for the agent and its ancestors", () => {
		const profile: Profile = {
			resources: { max_total_tokens: 100, max_tokens_per_request: 60, max_requests_per_minute: 2, max_cost_usd: 0 },
		};
		const used = (totalTokens: number, requestsThisMinute = 0) => ({ agent: "me", totalTokens, requestsThisMinute, costUsd: 0 });
		expect(short(decided(profile, { kind: "spend", tokens: 50 }, { budget: [used(50)] }))).toBe("allow granted");
		expect(decided(profile, { kind: "spend", tokens: 51 }, { budget: [used(50)] }).reasons[0].message).toMatch(/^51 .* 100 .*50/);
		expect(short(decided(profile, { kind: "spend", tokens: 61 }))).toBe("deny budget-exhausted");
		expect(short(decided(profile, { kind: "spend", requests: 1 }, { budget: [used(0, 2)] }))).toBe("deny rate-exceeded");
		expect(short(decided(profile, { kind: "spend", costUsd: 0.01 }))).toBe("deny budget-exhausted");
		expect(
			short(
				decided(
					profile,
					{ kind: "spend", tokens: 5 },
					{ budget: [used(0), { ...used(98), agent: "boss", limits: { max_total_tokens: 100 } }] },
				),
			),
		).toBe("deny budget-exhausted");
	});
	it("[decide-spawn] spawning needs the right, room, depth and no escalation", () => {
		const spawn: Request = { kind: "spawn", wish: { tools: { allowed: ["Read"] } } };
		const parent: Profile = {
			tools: { allowed: ["Read"] },
			capabilities: { spawn_agents: true, spawn: { max_children: 2, max_depth: 1 } },
			resources: { max_total_tokens: null },
		};
		expect(short(decided({}, spawn))).toBe("deny spawn-not-allowed");
		expect(short(decided(parent, spawn))).toBe("allow granted");
		expect(short(decided(parent, spawn, { children: ["a", "b"] }))).toBe("deny spawn-not-allowed");
		expect(short(decided(parent, spawn, { depth: 1 }))).toBe("deny depth-exceeded");
		expect(short(decided(parent, { kind: "spawn", wish: { tools: { allowed: ["Read", "Bash"] } } }))).toBe("deny escalation");
	});
	it("[decide-events] what only people send is denied, whatever the writ names", () => {
		const profile: Profile = { events: { allowed: ["system:*", "permission:set_agent"] } };
		expect(short(decided(profile, { kind: "event", event: "system:shutdown" }))).toBe("deny scope-not-allowed");
		expect(short(decided(profile, { kind: "event", event: "permission:set_agent" }))).toBe("deny scope-not-allowed");
		expect(decided(profile, { kind: "event", event: "system:health" }).effect).toBe("allow");
	});

	it("[decide-events] only named events are emitted", () => {
		const profile: Profile = { events: { allowed: ["message:*"] } };
		expect(short(decided(profile, { kind: "event", event: "message:publish" }))).toBe("allow granted");
		expect(decided(profile, { kind: "event", event: "agent:spawn" }).effect).toBe("deny");
		expect(decided(profile, { kind: "event", event: "message" }).effect).toBe("deny");
	});
});
