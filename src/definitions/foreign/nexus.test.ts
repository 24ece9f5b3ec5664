import { describe, expect, it } from "vitest";
import { composeProfile, decide, sealProfile, type Targets, TOOLS } from "../../engine/index.ts";
import { shippedCatalog } from "../shipped-catalog.ts";
import { fromNexus, fromNexusDelta, fromNexusToolPermission, toNexus, toNexusToolPermission } from "./nexus.ts";
import { readOverrides, readPermissions, recogniseForeign } from "./read-foreign.ts";

const profileOf = (dictionary: unknown) => {
	const read = fromNexus(dictionary, shippedCatalog);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
};
const codes = (dictionary: unknown) => {
	const read = fromNexus(dictionary, shippedCatalog);
	return read.ok ? [] : read.problems.map(({ code, path }) => `${path} ${code}`);
};
const writOf = (profile: unknown) => {
	const sealed = sealProfile(profile, { agent: "me", parent: "boss", root: "/ws", catalog: shippedCatalog });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
};
const call = (profile: unknown, tool: string, input: Readonly<Record<string, unknown>>) =>
	decide(writOf(profile), { kind: "tool", tool, input }).effect;

describe("the dictionary of a ToolPermission", () => {
	it.each([[null], ["parent"], ["children"], ["family"], [["agent-1", "agent-2"]]] as const)(
		"[def-nexus-round-trip] keeps the target form %j there and back",
		(allowed_targets: Targets) => {
			const permission = { enabled: true, allowed_paths: ["./a"], timeout: 30, requires_confirmation: false, allowed_targets };
			const dictionary = JSON.parse(JSON.stringify(toNexusToolPermission(permission)));
			expect(Object.hasOwn(dictionary, "allowed_targets")).toBe(allowed_targets !== null);
			expect(fromNexusToolPermission(dictionary)).toEqual({ ok: true, value: permission });
		},
	);

	it("[def-nexus-round-trip] leaves out nulls and always says enabled", () => {
		expect(toNexusToolPermission({})).toEqual({ enabled: true });
		expect(toNexusToolPermission({ enabled: false, timeout: null, allowed_targets: null })).toEqual({ enabled: false });
		expect(fromNexusToolPermission({})).toEqual({
			ok: true,
			value: { enabled: true, allowed_paths: null, timeout: null, requires_confirmation: null, allowed_targets: null },
		});
		expect(toNexusToolPermission({ allowed_paths: [], allowed_targets: [] })).toEqual({
			enabled: true,
			allowed_paths: [],
			allowed_targets: [],
		});
	});

	it("[def-nexus-unknown-target] an unknown target restriction is refused, as is every unknown key", () => {
		for (const allowed_targets of ["siblings", "PARENT", "", 5, true, {}, ["a", 5], [""], [["a"]]])
			expect(fromNexusToolPermission({ allowed_targets }).ok).toBe(false);
		expect(fromNexusToolPermission({ enabled: "yes" }).ok).toBe(false);
		expect(fromNexusToolPermission({ allowed_target: "parent" }).ok).toBe(false);
		for (const nothing of [null, [], "x", 5]) expect(fromNexusToolPermission(nothing).ok).toBe(false);
	});
});

describe("a NEXUS permission object", () => {
	it("[def-nexus-profile] starts from the profile of its level", () => {
		const base = (name: string) => composeProfile(name, shippedCatalog);
		for (const [level, name] of [
			["yolo", "nexus/yolo"],
			["trusted", "nexus/trusted"],
			["sandboxed", "sandboxed"],
		] as const) {
			const composed = base(name);
			expect(composed.ok && profileOf({ level, tool_permissions: {} })).toEqual(composed.ok && { ...composed.composition.profile, level });
		}
	});

	it("[def-nexus-profile] tool_permissions become tools.permissions, field by field, and enabled: true also allows the tool", () => {
		const profile = profileOf({
			level: "sandboxed",
			tool_permissions: {
				nexus_status: { enabled: true, allowed_targets: "parent" },
				nexus_send: { timeout: 5 },
				read_file: { enabled: false },
			},
		});
		expect(profile.tools?.allowed).toContain("nexus_status");
		expect(profile.tools?.permissions).toMatchObject({
			nexus_status: { enabled: true, allowed_targets: "parent" },
			nexus_send: { enabled: true, allowed_targets: "parent", timeout: 5 },
			run_python: { enabled: false },
		});
		expect(call(profile, "nexus_status", { agent_id: "boss" })).toBe("allow");
		expect(call(profile, "nexus_status", { agent_id: "other" })).toBe("deny");
		expect(call(profile, "read_file", { path: "a" })).toBe("deny");
	});

	it("[def-nexus-profile] allowed_paths takes the place of both path lists; [] is nothing, null is the level's", () => {
		const paths = (dictionary: object) => {
			const { read_paths, write_paths } = profileOf(dictionary).filesystem ?? {};
			return { read_paths, write_paths };
		};
		expect(paths({ level: "sandboxed", allowed_paths: ["/srv/a"] })).toEqual({ read_paths: ["/srv/a"], write_paths: ["/srv/a"] });
		expect(paths({ level: "trusted", allowed_paths: ["/srv/a"] })).toEqual({ read_paths: ["/srv/a"], write_paths: ["/srv/a"] });
		expect(paths({ level: "yolo", allowed_paths: [] })).toEqual({ read_paths: [], write_paths: [] });
		expect(paths({ level: "sandboxed", allowed_paths: null })).toEqual({ read_paths: ["./workspace"], write_paths: [] });
		expect(call(profileOf({ level: "sandboxed", allowed_paths: ["./workspace"] }), "write_file", { path: "a", content: "x" })).toBe(
			"allow",
		);
	});

	it("[def-nexus-profile] blocked_paths come on top of the secrets; network_access is the capability", () => {
		const profile = profileOf({ level: "yolo", blocked_paths: ["/srv/private"], network_access: false });
		expect(call(profile, "read_file", { path: "/srv/private/a" })).toBe("deny");
		expect(call(profile, "read_file", { path: "/srv/.env" })).toBe("deny");
		expect(call(profile, "read_file", { path: "/srv/a" })).toBe("allow");
		expect(profile.capabilities?.network_access).toBe(false);
		expect(profileOf({ level: "sandboxed", network_access: true }).capabilities?.network_access).toBe(true);
	});

	it("[def-nexus-profile] is also read as NEXUS sends it, with what it cannot hold as warnings", () => {
		const read = fromNexus(
			{
				base_preset: "my-own",
				effective_policy: { level: "sandboxed", cwd: "/ws", frozen: true, allowed_paths: ["/ws"] },
				tool_permissions: { write_file: { enabled: false } },
				write_allowances: { write_files: ["/etc/x"] },
				depth: 1,
				parent_agent_id: "boss",
			},
			shippedCatalog,
		);
		expect(read).toMatchObject({
			ok: true,
			profile: { filesystem: { write_paths: ["/ws"] } },
			warnings: [{ severity: "warning", path: "write_allowances" }],
		});
		expect(fromNexus({ level: "trusted", default_tool_timeout: 30 }, shippedCatalog)).toMatchObject({
			ok: true,
			warnings: [{ path: "default_tool_timeout" }],
		});
	});

	it("[def-nexus-unknown-target] what it does not know is refused: targets, keys, levels, no level", () => {
		expect(codes({ level: "sandboxed", tool_permissions: { nexus_send: { enabled: true, allowed_targets: "siblings" } } })).toEqual([
			"tool_permissions.nexus_send.allowed_targets wrong-type",
		]);
		expect(codes({ level: "sandboxed", tool_permissions: {}, extra: 1 })).toEqual(["extra unknown-key"]);
		expect(codes({ level: "godlike", tool_permissions: {} })).toEqual(["level bad-value"]);
		expect(codes({ tool_permissions: {} })).toEqual([" missing-key"]);
		expect(codes({ base_preset: "unknown", tool_permissions: {} })).toEqual([" missing-key"]);
		for (const nothing of [null, [], "x", 5, new Map()]) expect(fromNexus(nothing, shippedCatalog).ok).toBe(false);
		expect(
			fromNexus({ level: "sandboxed", tool_permissions: {} }, { profiles: {}, fragments: {}, agents: {}, aliases: {}, problems: [] }),
		).toMatchObject({ ok: false, problems: [{ code: "not-found", path: "level" }] });
	});
});

describe("a profile as a NEXUS dictionary", () => {
	const flat = (name: string) => {
		const composed = composeProfile(name, shippedCatalog);
		if (!composed.ok) throw new Error(name);
		return composed.composition.profile;
	};

	it("[def-nexus-writing] goes there and back for the preset that NEXUS has itself", () => {
		const { dictionary } = toNexus(flat("sandboxed"));
		expect(dictionary).toMatchObject({
			level: "sandboxed",
			allowed_paths: ["./workspace"],
			network_access: false,
			tool_permissions: {
				bash_safe: { enabled: false },
				nexus_send: { enabled: true, allowed_targets: "parent" },
				nexus_create: { enabled: false },
				read_file: { enabled: true },
				write_file: { enabled: false },
			},
		});
		expect(fromNexus(JSON.parse(JSON.stringify(dictionary)), shippedCatalog).ok).toBe(true);
	});

	it.each(["restricted", "standard", "researcher", "read-only", "write", "design", "interactive", "nexus/trusted"])(
		"[def-nexus-writing] %s becomes no wider on the way",
		(name) => {
			const profile = flat(name);
			const back = profileOf(JSON.parse(JSON.stringify(toNexus(profile).dictionary)));
			const [before, after] = [writOf(profile), writOf(back)];
			for (const { name: tool, family } of TOOLS) {
				if (family !== "nexus") continue;
				for (const input of [
					{ path: "a", content: "x", pattern: "a" },
					{ path: "/etc/a", content: "x", pattern: "a" },
					{ command: "ls" },
					{ agent_id: "boss", content: "x" },
					{ source: "a", destination: "b" },
				]) {
					const request = { kind: "tool", tool, input } as const;
					if (decide(after, request).effect === "allow")
						expect([tool, input, decide(before, request).effect]).toEqual([tool, input, "allow"]);
				}
			}
		},
	);

	it("[def-nexus-writing] what a star, another name or a pattern forbids stays forbidden", () => {
		const permissions = (profile: object) =>
			toNexus({ filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] }, ...profile }).dictionary.tool_permissions;
		expect(permissions({ tools: { allowed: null, disallowed: ["nexus_*"] } })).toMatchObject({
			nexus_send: { enabled: false },
			read_file: { enabled: true },
		});
		expect(permissions({ tools: { allowed: null, disallowed: ["Bash(rm:*)"] } })).toMatchObject({
			bash_safe: { enabled: false },
			shell_UNSAFE: { enabled: false },
		});
		expect(permissions({ tools: { allowed: null, permissions: { Bash: { enabled: false } } } })).toMatchObject({
			bash_safe: { enabled: false },
		});
		expect(permissions({ tools: { allowed: ["read_*"], ask: ["*"] } })).toMatchObject({
			read_file: { enabled: true, requires_confirmation: true },
			write_file: { enabled: false },
		});
	});

	it("[def-nexus-writing] says what NEXUS cannot hold", () => {
		expect(toNexus(flat("read-only")).loss.join("\n")).toMatch(/cannot allow bash_safe in part/);
		expect(toNexus({ network: { allow: ["example.com"] }, capabilities: { network_access: true } }).loss).toEqual([
			"NEXUS has no list of hosts: the network is open or closed",
		]);
	});
});

describe("the NEXUS delta", () => {
	it("[def-nexus-delta] becomes overrides", () => {
		expect(
			fromNexusDelta({
				disable_tools: ["write_file"],
				enable_tools: ["run_python"],
				allowed_paths: ["./workspace/a"],
				add_blocked_paths: ["./secret"],
				tool_overrides: { nexus_send: { allowed_targets: "parent", timeout: 5 } },
			}),
		).toEqual({
			ok: true,
			value: {
				tools: {
					allowed_add: ["run_python"],
					permissions: {
						write_file: { enabled: false },
						run_python: { enabled: true },
						nexus_send: { allowed_targets: "parent", timeout: 5 },
					},
				},
				filesystem: { read_paths: ["./workspace/a"], write_paths: ["./workspace/a"], blocked_paths: ["./secret"] },
			},
		});
		expect(fromNexusDelta({})).toEqual({ ok: true, value: {} });
		expect(fromNexusDelta({ allowed_paths: null })).toEqual({ ok: true, value: {} });
		expect(fromNexusDelta({ allowed_paths: [] })).toEqual({ ok: true, value: { filesystem: { read_paths: [], write_paths: [] } } });
	});

	it("[def-nexus-delta] disabling beats enabling, and what it does not know is refused", () => {
		expect(fromNexusDelta({ disable_tools: ["a"], enable_tools: ["a"] })).toEqual({
			ok: true,
			value: { tools: { permissions: { a: { enabled: false } } } },
		});
		expect(fromNexusDelta({ disable_tool: ["a"] }).ok).toBe(false);
		expect(fromNexusDelta({ tool_overrides: { nexus_send: { allowed_targets: "siblings" } } }).ok).toBe(false);
	});

	it("[def-nexus-delta] tightens without a right, and cannot widen without one", () => {
		const overridden = (delta: object) => {
			const read = readOverrides(delta);
			if (!read.ok) throw new Error("not read");
			return composeProfile("standard", shippedCatalog, { overrides: read.value });
		};
		expect(overridden({ disable_tools: ["Write"], add_blocked_paths: ["./secret"] }).ok).toBe(true);
		expect(overridden({ enable_tools: ["Bash"] }).ok).toBe(false);
		expect(overridden({ allowed_paths: ["/"] }).ok).toBe(false);
	});

	it("[def-nexus-delta] adding blocked paths keeps the secrets closed", () => {
		const read = readOverrides({ add_blocked_paths: ["./secret"] });
		if (!read.ok) throw new Error("not read");
		const sealed = sealProfile("standard", { agent: "me", root: "/ws", catalog: shippedCatalog, overrides: read.value });
		if (!sealed.ok) throw new Error("not sealed");
		for (const path of ["secret/a", ".env"])
			expect(decide(sealed.writ, { kind: "path", operation: "read", path }).reasons[0].code).toBe("path-blocked");
	});
});

describe("permission objects from callers", () => {
	it("[def-foreign-recognised] the form is known by keys that only one form has; everything else is writ's own", () => {
		expect(recogniseForeign({ level: "sandboxed", tool_permissions: {} })).toBe("nexus");
		expect(recogniseForeign({ base_preset: "trusted", effective_policy: {} })).toBe("nexus");
		expect(recogniseForeign({ allowed_tools: ["Read"], bash_policy: "read_only" })).toBe("orchestrator");
		for (const own of [
			{},
			{ level: "sandboxed" },
			{ tools: {}, allowed_tools: [] },
			{ filesystem: {}, allowed_paths: [] },
			null,
			[],
			"x",
			{ whatever: 1 },
		])
			expect(recogniseForeign(own)).toBe("writ");
	});

	it("[def-foreign-recognised] what is not a form is a problem, and every form is read", () => {
		expect(readPermissions({ whatever: 1 }, shippedCatalog)).toMatchObject({
			ok: false,
			problems: [{ code: "unknown-key", path: "whatever" }],
		});
		expect(readPermissions({ tools: { allowed: ["Read"] }, allowed_tools: ["Bash"] }, shippedCatalog)).toMatchObject({
			ok: false,
			problems: [{ code: "unknown-key", path: "allowed_tools" }],
		});
		for (const good of [
			{ tools: { allowed: ["Read"] } },
			{ level: "sandboxed", allowed_paths: ["./workspace"] },
			{ allowed_tools: ["Read"] },
		])
			expect(readPermissions(good, shippedCatalog).ok).toBe(true);
		for (const bad of [null, [], "x", 5]) expect(readPermissions(bad, shippedCatalog).ok).toBe(false);
	});
});
