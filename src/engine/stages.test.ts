import { describe, expect, it } from "vitest";
import type { Catalog, Definition } from "./language/index.ts";
import { sealProfile } from "./stages.ts";

const standard: Definition = {
	name: "standard",
	kind: "profile",
	layer: "built-in",
	profile: { tools: { allowed: ["Read"] }, resources: { max_turns: 5 } },
	positions: {},
};
const catalog: Catalog = { profiles: { standard }, fragments: {}, agents: {}, aliases: {}, problems: [] };
const context = { agent: "me", root: "/ws" };

describe("sealProfile", () => {
	it("[design-5-library] seals a profile object, a name of the catalog, or a profile with overrides", () => {
		for (const profile of [{ tools: { allowed: ["Read"] }, resources: { max_turns: 5 } }, "standard", { profile: "standard" }]) {
			const outcome = sealProfile(profile, { ...context, catalog });
			expect(outcome.ok && outcome.writ).toMatchObject({
				agent: "me",
				parent: null,
				children: [],
				terms: { tools: { allowed: [["Read"]] } },
			});
		}
		const outcome = sealProfile({ profile: "standard", overrides: { resources: { max_turns: 1 } } }, { ...context, catalog });
		expect(outcome.ok && outcome.writ.terms.resources.max_turns).toBe(1);
		expect(outcome.ok && outcome.writ.profile).toBe("standard");
	});

	it("[design-2-unknown] unknown keys, names, types and places are problems and never a writ", () => {
		const codes = (profile: unknown, more: object = {}) => {
			const outcome = sealProfile(profile, { ...context, ...more });
			return outcome.ok ? "sealed" : outcome.problems.map(({ code }) => code);
		};
		expect(codes({ tols: {} })).toEqual(["unknown-key"]);
		expect(codes("standard")).toEqual(["not-found"]);
		expect(codes({ extends: "standard" })).toEqual(["not-found"]);
		expect(codes(null)).toEqual(["wrong-type"]);
		expect(codes({}, { agent: "all" })).toEqual(["bad-id"]);
		expect(codes({}, { root: "relative" })).toEqual(["bad-value"]);
		expect(codes({ tools: { allowed: ["Read"] } }, { overrides: { tools: { allowed_add: ["Write"] } } })).toEqual(["escalation"]);
	});

	it("[policy-1-seed-001] the profile of seed 001 is sealed as it stands", () => {
		const seed = {
			name: "standard_permissions",
			type: "permission_profile",
			version: "1.0.0",
			description: "Standard permissions for general-purpose agents",
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
			resources: { max_tokens_per_request: 100000, max_total_tokens: 1000000, max_requests_per_minute: 60 },
			capabilities: { multi_agent_todo: true, agent_messaging: false, spawn_agents: false },
		};
		const outcome = sealProfile(seed, context);
		expect(outcome.ok && outcome.warnings).toEqual([]);
		expect(outcome.ok && outcome.writ.terms.filesystem).toMatchObject({
			read_paths: [["<session>", "<shared>", "<workspace>"]],
			write_paths: [["<exports>", "<workspace>"]],
		});
	});

	it("[policy-1-seed-000] the sandboxed preset of seed 000 is sealed: tools switched off, sending to the parent only", () => {
		const off = { enabled: false };
		const permissions = {
			bash_safe: off,
			shell_UNSAFE: off,
			run_python: off,
			nexus_create: off,
			nexus_send: { enabled: true, allowed_targets: "parent" },
		};
		const outcome = sealProfile({ level: "sandboxed", tools: { allowed: null, permissions } }, { ...context, parent: "parent" });
		expect(outcome.ok && outcome.writ.parent).toBe("parent");
		expect(outcome.ok && outcome.writ.terms.tools.permissions.nexus_send?.allowed_targets?.targets).toEqual(["parent"]);
		expect(outcome.ok && outcome.writ.terms.tools.permissions.bash_safe?.enabled).toBe(false);
	});

	it("input that runs code when it is touched never throws and is never sealed", () => {
		const trap = (): never => {
			throw new Error("no");
		};
		const proxy = new Proxy({}, { get: trap, ownKeys: trap, has: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap });
		const { proxy: revoked, revoke } = Proxy.revocable({}, {});
		revoke();
		for (const profile of [
			proxy,
			revoked,
			{ tools: proxy },
			{ profile: revoked },
			Object.defineProperty({}, "tools", { get: trap, enumerable: true }),
		]) {
			expect(sealProfile(profile, context).ok).toBe(false);
		}
		expect(sealProfile(JSON.parse('{"__proto__": {"tools": {"allowed": null}}}'), context).ok).toBe(false);
	});

	it("[policy-11-shared-terms] 100,000 agents on one profile object share one set of terms", () => {
		const profile = { tools: { allowed: ["Read", "Bash(git status:*)"] } };
		const first = sealProfile(profile, context);
		const last = sealProfile(profile, { ...context, agent: "other" });
		expect(first.ok && last.ok && first.writ.terms === last.writ.terms).toBe(true);
	});

	it("a profile that was tightened in place gives a tightened writ", () => {
		const profile = { tools: { allowed: ["Read", "Write"] } };
		sealProfile(profile, context);
		profile.tools.allowed.pop();
		const outcome = sealProfile(profile, context);
		expect(outcome.ok && outcome.writ.terms.tools.allowed).toEqual([["Read"]]);
	});

	it("warnings come with the writ, each once", () => {
		const outcome = sealProfile({ tools: { allowed: ["NoSuchTool"] } }, context);
		expect(outcome.ok && outcome.warnings.map(({ code }) => code)).toEqual(["unknown-tool"]);
	});
});
