import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attenuate, decide, type Profile, type Request, sealProfile } from "../../src/engine/index.ts";
import { realPath } from "../../src/platform/index.ts";
import { decided, sealed, short } from "./engine-case.ts";

/** Ways around that were found by attacking from outside; each stays closed. */
let base = "";
beforeAll(() => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "writ-attacks-")));
	mkdirSync(join(base, "ws/src/private"), { recursive: true });
	mkdirSync(join(base, "ws/.git/hooks"), { recursive: true });
	mkdirSync(join(base, "out"));
	writeFileSync(join(base, "out/secret"), "x");
	writeFileSync(join(base, "ws/src/key.pem"), "x");
	linkSync(join(base, "out/secret"), join(base, "ws/hard"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function effect(request: Request, more: Profile = {}): string {
	const profile: Profile = {
		tools: { allowed: null },
		filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"], allow_symlinks: "inside", ...more.filesystem },
	};
	const outcome = sealProfile(profile, { agent: "me", root: join(base, "ws"), resolve: realPath });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return decide(outcome.writ, request, { resolve: realPath }).effect;
}
const call = (tool: string, input: Record<string, unknown>): Request => ({ kind: "tool", tool, input });

describe("globs that climb or match what is blocked", () => {
	it("[path-kernel-semantics] a glob that may name the parent directory is not allowed", () => {
		for (const command of ["cat .[.]/out/secret", "cat .?/out/secret", "head src/.[.]/.[.]/out/secret", "cat .*/x"])
			expect(effect({ kind: "command", command })).not.toBe("allow");
		for (const pattern of ["{.,}./{.,}./out/*", ".?/out/*", "?(.)./out/*", "+(.)/out/*", "{.,x}{.,y}/*"])
			expect(effect(call("Glob", { pattern }))).not.toBe("allow");
		expect(effect(call("Glob", { pattern: "**/*.{ts,js}" }))).toBe("allow");
	});
	it("[path-blocked] a pattern that matches a blocked file is not read", () => {
		expect(effect(call("read_many_files", { paths: ["src/*.pem"] }))).not.toBe("allow");
		expect(effect(call("read_many_files", { paths: ["**"] }))).not.toBe("allow");
		expect(effect(call("read_many_files", { paths: ["src/*.ts"] }), { filesystem: { blocked_paths: ["**/*.pem"] } })).toBe("allow");
	});
	it("[command-limits] thousands of paths or patterns are answered at once", () => {
		const start = process.threadCpuUsage();
		expect(effect(call("read_many_files", { paths: new Array(20_000).fill("a") }))).toBe("deny");
		expect(effect({ kind: "command", command: `cat ${".?/x ".repeat(100)}` })).not.toBe("allow");
		expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000);
	});
});

describe("protected and blocked places", () => {
	it("[path-protected] nothing is put where a protected path would lead through", () => {
		for (const path of [".git", "sub/.git"]) {
			expect(effect(call("Write", { file_path: path, content: "gitdir: x" }))).toBe("deny");
			expect(effect({ kind: "path", operation: "symlink", path, to: "../src" })).toBe("deny");
			expect(effect({ kind: "path", operation: "rename", path: "src", to: path })).toBe("deny");
			expect(effect({ kind: "command", command: `echo x > ${path}` })).toBe("deny");
		}
		expect(effect(call("rename", { source: ".git", destination: "g" }))).toBe("deny");
		expect(effect({ kind: "path", operation: "write", path: "gen" }, { filesystem: { protected_paths: ["./gen/lock"] } })).toBe("deny");
	});
	it("[path-entry-operations] a file with other names is not written", () => {
		expect(effect(call("Write", { file_path: "hard", content: "x" }))).toBe("deny");
		expect(effect(call("Read", { file_path: "hard" }))).toBe("allow");
	});
	it("[path-blocked] a directory above a blocked path cannot be moved away or deleted", () => {
		const blocked: Profile = { filesystem: { blocked_paths: ["./src/private"] } };
		expect(effect({ kind: "path", operation: "rename", path: "src", to: "s2" }, blocked)).toBe("deny");
		expect(effect({ kind: "command", command: "mv src s2" }, blocked)).toBe("deny");
	});
	it("[decide-lineage] a child may delete no directory that its parent may not", () => {
		const parent = sealed({ tools: { allowed: null }, filesystem: { read_paths: ["./src"], write_paths: ["./**"] } }, { agent: "boss" });
		const child = attenuate(parent, { tools: { allowed: null }, filesystem: { read_paths: [], write_paths: ["./**"] } }, { agent: "kid" });
		if (!child.ok) throw new Error(JSON.stringify(child));
		const request: Request = { kind: "path", operation: "delete", path: "src" };
		expect([decide(parent, request).effect, decide(child.writ, request).effect]).toEqual(["allow", "allow"]);
	});
});

describe("tools, arguments and names", () => {
	it("[decide-spawn] a tool that starts agents asks only for profiles that may be spawned", () => {
		const few: Profile = {
			tools: { allowed: ["nexus_create"] },
			capabilities: { spawn_agents: true, spawn: { profiles: ["restricted"] } },
		};
		expect(short(decided(few, call("nexus_create", { agent_id: "x", preset: "nexus/yolo" })))).toBe("deny spawn-not-allowed");
	});
	it("[decide-argument-rules] paths, spellings and look-alikes of values do not slip through", () => {
		const profile: Profile = {
			tools: {
				allowed: ["my_t", "read_file"],
				permissions: { my_t: { arguments: { path: "./src/**", force: { not: true } } }, read_file: { arguments: { path: "./src/**" } } },
			},
			filesystem: { read_paths: ["./workspace"] },
		};
		expect(decided(profile, call("my_t", { path: "./src/../../x" })).effect).toBe("deny");
		expect(decided(profile, call("my_t", { path: "src/a" })).effect).toBe("allow");
		for (const force of [[true], "true", 1]) expect(decided(profile, call("my_t", { force })).effect).toBe("deny");
		expect(decided(profile, call("read_file", { absolute_path: "/ws/docs/a" })).effect).toBe("deny");
	});
	it("[decide-never-throws] unknown members, inherited arguments and misleading names are refused", () => {
		const open: Profile = { tools: { allowed: null }, resources: { max_cost_usd: 1 } };
		expect(decided(open, { kind: "spend", cost_usd: 100 } as unknown as Request).effect).toBe("deny");
		expect(decided(open, call("Read", Object.create({ file_path: "/etc/passwd" })))).toMatchObject({ effect: "deny" });
		expect(decided({ tools: { allowed: ["mcp__s__*"] } }, call("mcp__s__d\u200Bel", {})).effect).toBe("deny");
		expect(decided(open, { kind: "target", tool: "Read", target: "x" }).effect).toBe("deny");
	});
	it("[decide-network] a star is not this machine", () => {
		expect(
			decided({ network: { allow: ["*"] }, capabilities: { network_access: true } }, { kind: "network", host: "localhost", port: 80 })
				.effect,
		).toBe("deny");
	});
});

describe("programs without a table", () => {
	const shell = (command: string, more: Profile = {}): string => effect({ kind: "command", command }, more);

	it("[command-reader-operands] never name a protected path where they may write, and keep to what is granted", () => {
		expect(shell("frob .mcp.json")).toBe("deny");
		expect(shell("frob x .git/hooks/pre-commit")).toBe("deny");
		for (const command of ["frob --output_file=/etc/x", "frob --report /etc/x a", "frob --dest ../x a"])
			expect(shell(command)).not.toBe("allow");
		expect(shell("frob src/a.json")).toBe("allow");
	});

	it("[command-reader-operands] do not enter a blocked directory", () => {
		expect(shell("git -C secrets diff", { filesystem: { blocked_paths: ["secrets"] } })).toBe("deny");
	});

	it("[command-reader-operands] may be given every entry of a directory that may be written whole", () => {
		for (const command of ["rm -r dist", "eslint --fix ."]) expect(shell(command)).toBe("allow");
		// Without a disk nobody knows what a pattern finds.
		for (const command of ["rm dist/*", "prettier --write src/*.ts"]) expect(shell(command)).toBe("ask");
		expect(shell("rm dist/*", { filesystem: { write_paths: ["./src"] } })).not.toBe("allow");
	});
});
