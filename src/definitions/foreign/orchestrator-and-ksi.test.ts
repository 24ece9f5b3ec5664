import { describe, expect, it } from "vitest";
import { allowedText, composeProfile, decide, sealProfile } from "../../engine/index.ts";
import { shippedCatalog } from "../shipped-catalog.ts";
import { toKsi } from "./ksi.ts";
import { fromOrchestrator, toOrchestrator } from "./orchestrator.ts";
import { readPermissions } from "./read-foreign.ts";

const flat = (name: unknown) => {
	const composed = composeProfile(name, shippedCatalog);
	if (!composed.ok) throw new Error(JSON.stringify(composed.problems));
	return composed.composition.profile;
};
const effect = (profile: unknown, command: string) => {
	const sealed = sealProfile(profile, { agent: "me", root: "/ws", catalog: shippedCatalog });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command }, { masked: true }).effect;
};
const profileOf = (dictionary: unknown) => {
	const read = fromOrchestrator(dictionary);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
};
const codes = (dictionary: unknown) => {
	const read = fromOrchestrator(dictionary);
	return read.ok ? [] : read.problems.map(({ code, path }) => `${path} ${code}`);
};

/** The four profiles as the design of seed 002 writes them. */
const SEED = {
	"read-only": { allowed_tools: ["Read", "Grep", "Glob", "Bash"], bash_policy: "read_only", project_scoped: true },
	write: {
		allowed_tools: ["Read", "Grep", "Glob", "Write", "Edit", "Bash", "NotebookEdit"],
		bash_policy: "build_test",
		project_scoped: true,
	},
	verification: { allowed_tools: ["Read", "Grep", "Glob", "Bash"], bash_policy: "build_test", project_scoped: true },
	design: { allowed_tools: ["Read", "Grep", "Glob", "Write"], bash_policy: "exploration", project_scoped: true },
};

describe("an orchestrator profile", () => {
	it.each(Object.entries(SEED))(
		"[def-orchestrator-profile] the seed's %s has the tools and commands of the shipped one",
		(name, dictionary) => {
			const rules = (profile: ReturnType<typeof flat>) => (profile.tools?.allowed ?? []).map(allowedText).toSorted();
			expect(rules(flat(profileOf(dictionary)))).toEqual(rules(flat(name)));
			expect(flat(profileOf(dictionary)).tools?.disallowed).toEqual(flat(name).tools?.disallowed);
		},
	);

	it("[def-orchestrator-profile] bash_policy opens its commands and no others", () => {
		const policy = (bash_policy: string, tools: readonly string[] = ["Read", "Bash"]) => profileOf({ allowed_tools: tools, bash_policy });
		for (const name of ["read_only", "exploration"]) {
			expect(effect(policy(name), "git log")).toBe("allow");
			expect(effect(policy(name), "npm test")).toBe("deny");
		}
		expect(effect(policy("build_test"), "npm test")).toBe("allow");
		expect(effect(policy("build_test"), "git commit -m x")).toBe("deny");
		expect(effect(policy("build_test", ["Write", "Bash"]), "git commit -m x")).toBe("allow");
		for (const name of ["read_only", "build_test"]) expect(effect(policy(name), "curl https://example.com")).toBe("deny");
	});

	it("[def-orchestrator-profile] project_scoped limits paths to the workspace, even when it is not said", () => {
		expect(profileOf({ allowed_tools: ["Read"], project_scoped: true }).filesystem).toMatchObject({
			read_paths: ["./workspace"],
			write_paths: [],
		});
		expect(profileOf({ allowed_tools: ["Write"] }).filesystem).toMatchObject({ read_paths: ["./workspace"], write_paths: ["./workspace"] });
		expect(codes({ allowed_tools: ["Read"], project_scoped: false })).toEqual(["project_scoped bad-value"]);
	});

	it("[def-orchestrator-profile] what it does not know is refused, and Bash needs a policy", () => {
		expect(codes({ allowed_tools: ["Read"], bash_policy: "anything" })).toEqual(["bash_policy bad-value"]);
		expect(codes({ allowed_tools: ["Read"], extra: 1 })).toEqual(["extra unknown-key"]);
		expect(codes({ bash_policy: "read_only" })).toEqual([" missing-key"]);
		expect(codes({ allowed_tools: ["Read", "Bash"] })).toEqual(["allowed_tools[1] missing-key"]);
		expect(codes({ allowed_tools: ["bash_safe"] })).toEqual(["allowed_tools[0] missing-key"]);
		expect(codes({ allowed_tools: ["Read", "*"], bash_policy: "read_only" })).toEqual(["allowed_tools[1] bad-value"]);
		expect(codes({ allowed_tools: ["Ba*"], bash_policy: "read_only" })).toEqual(["allowed_tools[0] bad-value"]);
		expect(profileOf({ allowed_tools: ["Read", "shell"], bash_policy: "read_only" }).tools?.allowed).toEqual(["Read"]);
		expect(codes({ allowed_tools: ["Bash(git log:*)", "mcp__files__*"] })).toEqual([]);
		for (const nothing of [null, [], "x", 5]) expect(fromOrchestrator(nothing).ok).toBe(false);
	});

	it("[def-orchestrator-writing] a profile is written back without becoming wider, and what is lost is said", () => {
		expect(toOrchestrator(flat("read-only"), shippedCatalog)).toEqual({ dictionary: SEED["read-only"], loss: [] });
		expect(toOrchestrator(flat("verification"), shippedCatalog).dictionary.bash_policy).toBe("build_test");
		expect(toOrchestrator(flat("standard"), shippedCatalog)).toMatchObject({
			dictionary: {
				allowed_tools: ["Read", "Write", "Edit", "MultiEdit", "Grep", "Glob", "LS", "TodoRead", "TodoWrite"],
				project_scoped: true,
			},
		});
		expect(toOrchestrator(flat("standard"), shippedCatalog).loss).toContain("./exports lies outside the project");
		expect(toOrchestrator({ tools: { allowed: null } }, shippedCatalog).dictionary.allowed_tools).toEqual([]);
		expect(toOrchestrator({ tools: { allowed: ["Bash", "Read"], disallowed: ["Read"] } }, shippedCatalog).dictionary.allowed_tools).toEqual(
			[],
		);
		const part = toOrchestrator(
			{ tools: { allowed: ["Bash(git log:*)"] } },
			{ profiles: {}, fragments: {}, agents: {}, aliases: {}, problems: [] },
		);
		expect(part).toEqual({ dictionary: { allowed_tools: [], project_scoped: true }, loss: ["Bash(git log:*) is in no bash_policy"] });
	});
});

describe("a KSI permission object", () => {
	it("[def-ksi-wire] has five sections and everything said, and is read back as it is", () => {
		const { dictionary, loss } = toKsi(flat("standard"));
		expect(dictionary).toEqual({
			level: "standard",
			tools: {
				allowed: ["Read", "Write", "Edit", "MultiEdit", "Grep", "Glob", "LS", "TodoRead", "TodoWrite"],
				disallowed: ["Bash", "Task", "WebFetch", "WebSearch"],
			},
			filesystem: {
				sandbox_root: "./workspace",
				read_paths: ["./workspace", "./shared", "../shared"],
				write_paths: ["./workspace", "./exports"],
				max_file_size_mb: 50,
				max_total_size_mb: 500,
				allow_symlinks: false,
			},
			resources: { max_tokens_per_request: 100_000, max_total_tokens: 1_000_000, max_requests_per_minute: 60 },
			capabilities: { multi_agent_todo: true, agent_messaging: false, spawn_agents: false, network_access: false },
		});
		expect(loss).toEqual([]);
		expect(readPermissions(JSON.parse(JSON.stringify(dictionary)), shippedCatalog)).toEqual({ ok: true, value: dictionary });
	});

	it("[def-ksi-network] network_access: true without a network block means every host; with one it means that", () => {
		const reaches = (permissions: object, host: string) => {
			const sealed = sealProfile(permissions, { agent: "me", root: "/ws" });
			return sealed.ok && decide(sealed.writ, { kind: "network", host, port: 443 }).effect;
		};
		expect(reaches({ capabilities: { network_access: true } }, "example.com")).toBe("allow");
		expect(reaches({ capabilities: { network_access: true }, network: { allow: ["docs.example.com"] } }, "example.com")).toBe("deny");
		expect(reaches({ capabilities: { network_access: true }, network: {} }, "example.com")).toBe("deny");
		expect(reaches({ capabilities: { network_access: false } }, "example.com")).toBe("deny");
	});

	it("[def-ksi-wire] is never wider than the profile: no list of hosts, no asking, no half links", () => {
		expect(toKsi({ capabilities: { network_access: true }, network: { allow: ["docs.example.com"] } })).toMatchObject({
			dictionary: { capabilities: { network_access: false } },
			loss: ["KSI has no list of hosts: the network is closed"],
		});
		expect(toKsi(flat("researcher")).dictionary.capabilities.network_access).toBe(true);
		expect(toKsi(flat("interactive")).dictionary).toMatchObject({
			level: "custom",
			tools: { disallowed: expect.arrayContaining(["Bash", "Write"]) },
			filesystem: { allow_symlinks: false },
		});
		expect(toKsi({}).dictionary).toMatchObject({ level: "custom", tools: { allowed: [], disallowed: [] }, filesystem: { read_paths: [] } });
		expect(toKsi({ tools: { allowed: null } }).dictionary.tools.allowed).toBe(null);
	});
});
