import { describe, expect, it } from "vitest";
import type { Profile, Terms } from "../language/index.ts";
import { profileShape, type Shape } from "../shapes/index.ts";
import { termsOfBound, termsOfProfile } from "./index.ts";

const termsOf = (profile: Profile): Terms => {
	const outcome = termsOfProfile(profile);
	if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
	return outcome.terms;
};
const warningsOf = (profile: Profile) => {
	const outcome = termsOfProfile(profile);
	return outcome.ok ? outcome.warnings.map(({ code, path }) => `${code} ${path}`) : "not ok";
};
const errorsOf = (profile: Profile) => {
	const outcome = termsOfProfile(profile);
	return outcome.ok ? [] : outcome.problems.filter(({ severity }) => severity === "error").map(({ code, path }) => `${code} ${path}`);
};

describe("termsOfProfile", () => {
	it("[policy-1-defaults] an empty profile grants nothing and has the defaults of the table", () => {
		const terms = termsOf({});
		expect(terms.tools).toEqual({ allowed: [[]], disallowed: [], ask: [], permissions: {}, declare: {} });
		expect(terms.filesystem).toMatchObject({
			sandbox_root: [["<workspace>"]],
			read_paths: [[]],
			write_paths: [[]],
			max_file_size_mb: 10,
			max_total_size_mb: 100,
			allow_symlinks: false,
		});
		expect(terms.network).toEqual({ allow: [[]], deny: [] });
		expect(terms.environment).toEqual({ allow: [] });
		expect(terms.resources).toMatchObject({
			max_tokens_per_request: 50_000,
			max_total_tokens: 500_000,
			max_requests_per_minute: 30,
			max_turns: null,
		});
		expect(terms.resources).toMatchObject({ max_cost_usd: null, max_runtime_seconds: null, max_processes: 128, max_memory_mb: 2048 });
		expect(terms.capabilities).toEqual({
			multi_agent_todo: false,
			agent_messaging: false,
			spawn_agents: false,
			network_access: false,
			spawn: { max_children: 5, max_depth: 3, profiles: null },
		});
		expect(terms.messaging.allowed_targets).toEqual({ targets: [], within: [], edge_required: true });
		expect(terms.acp.client_tools).toEqual({ fs: "block", terminal: "block" });
		expect(terms.sandbox).toEqual({
			mode: "isolated",
			parent_share: "read_only",
			session_share: false,
			minimum_level: "L3",
			quota: "soft",
			unix_sockets: false,
		});
		expect(terms.approvals).toEqual({ approver: "human", deadline_seconds: 300, on_timeout: "deny" });
		expect(terms.level).toBe("custom");
	});

	it("[policy-1-defaults] the defaults that editors show are those that hold", () => {
		expect(disagreements(profileShape, termsOf({}), "")).toEqual([]);
	});

	it("[design-6-empty-null] null is every known tool and every declared one, [] and an absent list mean none", () => {
		expect(termsOf({ tools: { allowed: null } }).tools.allowed).toEqual([["*"]]);
		expect(termsOf({ tools: { allowed: null, declare: { deploy: { commands: ["script"] } } } }).tools.allowed).toEqual([["*", "deploy"]]);
		expect(termsOf({ tools: { allowed: [] } }).tools.allowed).toEqual([[]]);
	});

	it("[design-6-zero] 0 stays zero and null stays no limit", () => {
		const terms = termsOf({
			resources: { max_turns: 0, max_total_tokens: null },
			filesystem: { max_file_size_mb: 0, max_total_size_mb: null },
		});
		expect(terms.resources).toMatchObject({ max_turns: 0, max_total_tokens: null });
		expect(terms.filesystem).toMatchObject({ max_file_size_mb: 0, max_total_size_mb: null });
		expect(termsOf({ capabilities: { spawn: { max_children: 0, profiles: [] } } }).capabilities.spawn).toEqual({
			max_children: 0,
			max_depth: 3,
			profiles: [],
		});
	});

	it("[policy-1-canonical] lists are canonical, sorted and without repetition", () => {
		const terms = termsOf({
			tools: { allowed: ["Write", "Read", "Read", "Read(src/**)", "Read(./src/**)"] },
			filesystem: { read_paths: ["./src/", "src", "/b//c", "../shared", "./"], blocked_paths: ["**/.env"] },
			network: { allow: ["Docs.Example.com.", "docs.example.com", "*.b.org:443"] },
			capabilities: { network_access: true },
		});
		expect(terms.tools.allowed).toEqual([["Read", "Read(./workspace/src/**)", "Write"]]);
		expect(terms.filesystem.read_paths).toEqual([["/b/c", "<own>", "<session>", "<workspace>/src"]]);
		expect(terms.filesystem.blocked_paths).toEqual(["/**/.env"]);
		expect(terms.network.allow).toEqual([["*.b.org:443", "docs.example.com"]]);
	});

	it("[policy-1-blocked-absent] absent blocked_paths are the secrets, [] means none", () => {
		expect(termsOf({}).filesystem.blocked_paths).toContain("/**/.ssh");
		expect(termsOf({ filesystem: { blocked_paths: [] } }).filesystem.blocked_paths).toEqual([]);
	});

	it("[policy-1-protected-always] the built-in protected paths stay whatever is written", () => {
		const terms = termsOf({ filesystem: { protected_paths: [] } });
		expect(terms.filesystem.protected_paths).toContain("/**/.git/hooks");
		expect(termsOf({ filesystem: { protected_paths: ["./keep"] } }).filesystem.protected_paths).toContain("<workspace>/keep");
	});

	it("[policy-1-network-access] network_access without a network block is every host, with one it is the block", () => {
		expect(termsOf({ capabilities: { network_access: true } }).network).toEqual({ allow: [["*"]], deny: [] });
		expect(termsOf({ capabilities: { network_access: true }, network: { deny: ["a.b"] } }).network).toEqual({ allow: [[]], deny: ["a.b"] });
		expect(termsOf({ capabilities: { network_access: false } }).network.allow).toEqual([[]]);
	});

	it("[policy-1-events-default] absent events follow from the capabilities", () => {
		const plain = termsOf({}).events.allowed[0] ?? [];
		expect(plain).toContain("permission:request");
		expect(plain).not.toContain("agent:spawn");
		expect(plain).not.toContain("agent:send_message");
		expect(plain).not.toContain("permission:set_agent");
		const rich = termsOf({ capabilities: { spawn_agents: true, agent_messaging: true } }).events.allowed[0];
		expect(rich).toEqual(expect.arrayContaining(["agent:spawn", "agent:terminate", "agent:send_message"]));
		expect(rich).not.toContain("permission:answer");
		expect(termsOf({ events: { allowed: ["agent:*", "permission:decide"] } }).events.allowed).toEqual([["agent:*", "permission:decide"]]);
		expect(errorsOf({ events: { allowed: ["agent:spwan", "nothing:*"] } })).toEqual([
			"unknown-event events.allowed[0]",
			"unknown-event events.allowed[1]",
		]);
	});

	it("[design-6-targets] targets: null needs an edge, a keyword is a relation, a word in a list is an id", () => {
		expect(termsOf({ messaging: { allowed_targets: "family" } }).messaging.allowed_targets).toEqual({
			targets: ["family"],
			within: [],
			edge_required: false,
		});
		expect(termsOf({ messaging: { allowed_targets: ["parent", "a"] } }).messaging.allowed_targets.targets).toEqual([["a", "parent"]]);
		expect(errorsOf({ messaging: { allowed_targets: ["all", "../x"] } })).toHaveLength(2);
		const { permissions } = termsOf({
			tools: { permissions: { nexus_send: { allowed_targets: "parent" }, nexus_status: { allowed_targets: null } } },
		}).tools;
		expect(permissions.nexus_send?.allowed_targets?.targets).toEqual(["parent"]);
		expect(permissions.nexus_status?.allowed_targets).toBeNull();
	});

	it("[policy-1-tool-permission] every field of a tool's permission is sealed", () => {
		const { permissions } = termsOf({
			tools: {
				permissions: {
					Read: {
						enabled: false,
						allowed_paths: ["./a"],
						blocked_paths: ["**/b"],
						timeout: 5,
						requires_confirmation: true,
						arguments: { limit: { max: 10 } },
					},
					Write: {},
				},
			},
		}).tools;
		expect(permissions.Read).toEqual({
			enabled: false,
			allowed_paths: [["<workspace>/a"]],
			blocked_paths: ["/**/b"],
			timeout: 5,
			requires_confirmation: true,
			allowed_targets: null,
			arguments: [{ limit: { max: 10 } }],
		});
		expect(permissions.Write).toEqual({
			enabled: true,
			allowed_paths: [],
			blocked_paths: [],
			timeout: null,
			requires_confirmation: false,
			allowed_targets: null,
			arguments: [],
		});
		expect(permissions.constructor).toBeUndefined();
	});

	it("[policy-1-never-matches] bad rules and patterns that can never match are errors, all of them, each at its place", () => {
		expect(
			errorsOf({
				tools: {
					allowed: ["Read", "Bash(", "Read(/x)"],
					disallowed: ["N*(x)"],
					permissions: { Read: { arguments: { a: { min: 2, max: 1 }, b: { any: [] }, c: {} } }, "R*": {} },
					declare: { Read: {} },
				},
				filesystem: { read_paths: ["src", "a{b", "../../.."], sandbox_root: "~" },
				network: { allow: ["https://a.b"], deny: ["*x"] },
				environment: { allow: ["$HOME", "A=b"] },
			}),
		).toEqual([
			"known-tool tools.declare.Read",
			"bad-rule tools.allowed[1]",
			"bad-rule tools.allowed[2]",
			"bad-rule tools.disallowed[0]",
			"never-matches tools.permissions.Read.arguments.a",
			"never-matches tools.permissions.Read.arguments.b",
			"bad-value tools.permissions.Read.arguments.c",
			'bad-value tools.permissions["R*"]',
			"bad-path filesystem.sandbox_root[0]",
			"bad-glob filesystem.read_paths[1]",
			"bad-path filesystem.read_paths[2]",
			"bad-host network.allow[0]",
			"bad-host network.deny[0]",
			"bad-value environment.allow[0]",
			"bad-value environment.allow[1]",
		]);
	});

	it("[policy-2-unknown-tool] a rule for a tool that is not known is a warning with the name that was meant", () => {
		expect(warningsOf({ tools: { allowed: ["Raed", "mcp__git__log", "mytool"], disallowed: ["Bsh"] } })).toEqual([
			"unknown-tool tools.allowed[0]",
			"unknown-tool tools.allowed[1]",
			"unknown-tool tools.allowed[2]",
			"unknown-tool tools.disallowed[0]",
		]);
		const outcome = termsOfProfile({ tools: { allowed: ["Raed"] } });
		expect(outcome.ok && outcome.warnings[0]?.hint).toBe("did you mean Read?");
		expect(warningsOf({ tools: { allowed: ["mytool"], declare: { mytool: { reads: ["file"] } } } })).toEqual([]);
	});

	it("[policy-1-contradictions] what is granted and forbidden by the same text is a warning", () => {
		expect(
			warningsOf({
				tools: { allowed: ["Read", "Write"], disallowed: ["Write"], permissions: { Read: { enabled: false } } },
				filesystem: { read_paths: ["./a"], blocked_paths: ["./a", "**/.env"] },
				network: { allow: ["a.b"], deny: ["a.b"] },
			}),
		).toEqual([
			"contradiction tools.allowed[1]",
			"contradiction network.allow[0]",
			"contradiction filesystem.read_paths[0]",
			"contradiction tools.allowed[0]",
			"contradiction network.allow",
		]);
	});

	it("says where a thing was written when it knows", () => {
		const source = { layer: "user", file: "mine.yaml", line: 4, column: 7 } as const;
		const outcome = termsOfProfile({ filesystem: { read_paths: ["~"] } }, { "filesystem.read_paths": { "~": source } });
		expect(outcome.ok ? [] : outcome.problems.map((problem) => problem.source)).toEqual([source]);
	});

	it("10,000 rules take no noticeable time", () => {
		const allowed = Array.from({ length: 10_000 }, (_, index) => `Bash(git log topic-${index}:*)`);
		const begun = performance.now();
		expect(termsOf({ tools: { allowed } }).tools.allowed[0]).toHaveLength(10_000);
		expect(performance.now() - begun).toBeLessThan(4000);
	});
});

describe("termsOfBound", () => {
	it("[design-5-ceiling] a bound restricts only what it states", () => {
		const outcome = termsOfBound({ tools: { allowed: ["Read"] }, resources: { max_turns: 3 } });
		if (!outcome.ok) throw new Error("not ok");
		expect(outcome.terms.tools.allowed).toEqual([["Read"]]);
		expect(outcome.terms.resources).toMatchObject({ max_turns: 3, max_total_tokens: null });
		expect(outcome.terms.filesystem.read_paths).toEqual([]);
		expect(outcome.terms.network.allow).toEqual([]);
		expect(outcome.terms.capabilities.spawn_agents).toBe(true);
	});
});

/** Keys whose default in the shape is not what an empty profile holds. */
function disagreements(shape: Shape, value: unknown, path: string): readonly string[] {
	if (shape.kind === "object") {
		return Object.entries(shape.keys).flatMap(([key, member]) =>
			typeof value === "object" && value !== null && key in value ? disagreements(member, Reflect.get(value, key), `${path}.${key}`) : [],
		);
	}
	if (shape.default === undefined || path === ".filesystem.sandbox_root" || path.startsWith(".messaging")) return [];
	const held = Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value;
	return JSON.stringify(held) === JSON.stringify(shape.default) ? [] : [path];
}
