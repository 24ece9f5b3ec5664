import fc from "fast-check";
import type { Profile, Request } from "../../src/engine/index.ts";

const some = <T>(...values: readonly T[]) => fc.subarray([...values]);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const RULES = [
	"Read",
	"Write",
	"Bash(git:*)",
	"Bash(git status:*)",
	"Bash(git push:*)",
	"Bash(ls:*)",
	"Bash(npm test)",
	"Bash(rg:*)",
	"Read(./src/**)",
	"Read(./src/*.ts)",
	"Edit(./docs/**)",
	"WebFetch",
	"WebFetch(domain:*.example.com)",
	"Task(profile:researcher)",
	"nexus_send",
	"nexus_send(target:parent)",
	"nexus_*",
	"mcp__files__read",
	"Frobnicate",
] as const;
const PATHS = [
	"./workspace",
	"./workspace/src",
	"./src/**",
	"./src/*.ts",
	"./docs/{a,b}.md",
	"./workspace/src/lib",
	"/etc",
	"/",
	"./shared",
] as const;
const HOSTS = ["example.com", "*.example.com", "www.example.com:443", "*", "10.0.0.1", "example.com:80"] as const;
const IDS = ["mum", "baby", "friend", "other"] as const;

const targets = fc.oneof(fc.constantFrom(null, "parent" as const, "children" as const, "family" as const), some(...IDS));
const limit = fc.constantFrom(null, 0, 1, 10, 1000);

/** Profiles over few entries, so that two of them often overlap. */
export const profiles: fc.Arbitrary<Profile> = fc
	.record({
		tools: fc.record(
			{
				allowed: fc.oneof({ weight: 5, arbitrary: some(...RULES) }, fc.constant(null)),
				disallowed: some(...RULES),
				ask: some("Bash(git push:*)", "Write", "nexus_send", "Read(./src/**)"),
				permissions: fc.record(
					{
						Read: fc.record(
							{ enabled: fc.boolean(), allowed_paths: maybe(some(...PATHS)), blocked_paths: maybe(some("./src/lib", "**/x")) },
							{ requiredKeys: [] },
						),
						nexus_send: fc.record({ allowed_targets: targets, requires_confirmation: fc.boolean(), timeout: limit }, { requiredKeys: [] }),
						Grep: fc.record({ arguments: fc.record({ head_limit: fc.record({ max: fc.constantFrom(5, 10) }) }) }, { requiredKeys: [] }),
					},
					{ requiredKeys: [] },
				),
			},
			{ requiredKeys: ["allowed"] },
		),
		filesystem: fc.record(
			{
				read_paths: some(...PATHS),
				write_paths: some(...PATHS),
				blocked_paths: some("**/.env", "./src/secret", "**/*.pem"),
				protected_paths: some("./src/lib"),
				max_file_size_mb: limit,
				allow_symlinks: fc.constantFrom(false, true, "inside" as const),
			},
			{ requiredKeys: [] },
		),
		network: fc.record({ allow: some(...HOSTS), deny: some(...HOSTS) }, { requiredKeys: [] }),
		resources: fc.record(
			{ max_tokens_per_request: limit, max_total_tokens: limit, max_requests_per_minute: limit, max_cost_usd: limit },
			{ requiredKeys: [] },
		),
		capabilities: fc.record(
			{ agent_messaging: fc.boolean(), network_access: fc.boolean(), spawn_agents: fc.boolean(), multi_agent_todo: fc.boolean() },
			{ requiredKeys: [] },
		),
		messaging: fc.record({ allowed_targets: targets }, { requiredKeys: [] }),
		events: fc.record({ allowed: some("agent:*", "agent:spawn", "message:publish", "message:*") }, { requiredKeys: [] }),
	})
	.map((profile) => JSON.parse(JSON.stringify(profile)) as Profile);

const COMMANDS = [
	"git status",
	"git log -p",
	"git push origin main",
	"git",
	"ls -la",
	"ls src",
	"npm test",
	"npm test -- x",
	"rg key",
	"rm -rf src",
	"cat .env",
	"git push --force",
];
const FILES = [
	"src/a.ts",
	"src/lib/a.ts",
	"src/secret/x",
	"docs/a.md",
	"docs/c.md",
	".env",
	"src/k.pem",
	"/etc/passwd",
	"/ws",
	"src",
	"src/lib",
	"/tmp/x",
];

/** Requests of every kind around the same entries. */
export const requests: fc.Arbitrary<Request> = fc.oneof(
	fc.constantFrom(...COMMANDS).map((command): Request => ({ kind: "command", command })),
	fc
		.tuple(fc.constantFrom("read", "write", "create", "delete"), fc.constantFrom(...FILES))
		.map(([operation, path]): Request => ({ kind: "path", operation, path }) as Request),
	fc
		.tuple(fc.constantFrom("Read", "Write", "Edit"), fc.constantFrom(...FILES))
		.map(([tool, file_path]): Request => ({ kind: "tool", tool, input: { file_path } })),
	fc
		.tuple(fc.constantFrom("nexus_send", "nexus_destroy", "chat_with_agent"), fc.constantFrom(...IDS, "stranger"))
		.map(([tool, target]): Request => ({ kind: "target", tool, target })),
	fc
		.constantFrom("https://example.com/", "https://www.example.com/x", "https://a.b.example.com:8443/", "https://evil.org/")
		.map((url): Request => ({ kind: "tool", tool: "WebFetch", input: { url } })),
	fc.constantFrom("researcher", "coder").map((subagent_type): Request => ({ kind: "tool", tool: "Task", input: { subagent_type } })),
	fc
		.constantFrom("Frobnicate", "mcp__files__read", "todo_read", "nexus_shutdown", "Unknown")
		.map((tool): Request => ({ kind: "tool", tool, input: {} })),
	fc
		.constantFrom(4, 8, 11)
		.map((head_limit): Request => ({ kind: "tool", tool: "Grep", input: { pattern: "x", path: "src", head_limit } })),
	fc
		.tuple(fc.constantFrom("example.com", "www.example.com", "evil.org", "10.0.0.1"), fc.constantFrom(80, 443))
		.map(([host, port]): Request => ({ kind: "network", host, port })),
	fc
		.tuple(fc.constantFrom(0, 1, 5, 500, 60_000), fc.constantFrom(0, 1), fc.constantFrom(0, 2))
		.map(([tokens, requests, costUsd]): Request => ({ kind: "spend", tokens, requests, costUsd })),
	fc.constantFrom("agent:spawn", "agent:list", "message:publish", "x:y").map((event): Request => ({ kind: "event", event })),
);
