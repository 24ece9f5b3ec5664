import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decide, type PathOperation, type Profile, sealProfile } from "../../src/engine/index.ts";
import { realPath } from "../../src/platform/index.ts";
import { decided, short } from "./engine-case.ts";

let base = "";
beforeAll(() => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "writ-paths-")));
	mkdirSync(join(base, "ws/src"), { recursive: true });
	mkdirSync(join(base, "ws/out/.git/hooks"), { recursive: true });
	mkdirSync(join(base, "outside"));
	writeFileSync(join(base, "outside/secret"), "x");
	writeFileSync(join(base, "ws/.env"), "x");
	symlinkSync(join(base, "outside"), join(base, "ws/away"));
	symlinkSync("src", join(base, "ws/near"));
	symlinkSync("loop", join(base, "ws/loop"));
	symlinkSync(".env", join(base, "ws/plain"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function use(operation: PathOperation, path: string, filesystem: Profile["filesystem"] = {}, to?: string): string {
	const profile: Profile = {
		filesystem: {
			read_paths: ["./workspace"],
			write_paths: ["./workspace"],
			blocked_paths: ["**/.env"],
			allow_symlinks: true,
			...filesystem,
		},
	};
	const outcome = sealProfile(profile, { agent: "me", root: join(base, "ws"), resolve: realPath });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return short(decide(outcome.writ, { kind: "path", operation, path, ...(to === undefined ? {} : { to }) }, { resolve: realPath }));
}

describe("paths on a real disk", () => {
	it("[path-kernel-semantics] the written and the resolved path must be allowed", () => {
		expect(use("read", "src/a")).toBe("allow granted");
		expect(use("read", "away/secret")).toBe("deny path-outside");
		expect(use("read", "away/../ws/src/a")).toBe("allow granted");
		expect(use("read", "away/../outside/secret")).toBe("deny path-outside");
		expect(use("read", "missing/../../outside/secret")).toBe("deny path-outside");
	});
	it("[path-links] links follow allow_symlinks", () => {
		expect(use("read", "near/a", { allow_symlinks: false })).toBe("deny path-symlink");
		expect(use("read", "near/a", { allow_symlinks: "inside" })).toBe("allow granted");
		expect(use("write", "near/a", { allow_symlinks: "inside" })).toBe("deny path-symlink");
		expect(use("write", "near/a", { allow_symlinks: true })).toBe("allow granted");
		expect(use("write", "away/new", { allow_symlinks: true })).toBe("deny path-outside");
	});
	it("[path-entry-operations] source, target and roots", () => {
		expect(use("rename", "src/a", {}, "src/b")).toBe("allow granted");
		expect(use("rename", "src/a", {}, "../outside/b")).toBe("deny path-outside");
		expect(use("delete", "away")).toBe("allow granted");
		expect(use("delete", ".")).toBe("deny path-protected");
		expect(use("rename", "out", {}, "out2")).toBe("deny path-protected");
		expect(use("symlink", "src/l", {}, "../../outside")).toBe("deny path-outside");
		expect(use("symlink", "src/l", {}, "../src")).toBe("allow granted");
		expect(use("hardlink", "src/l", {}, "../../outside/secret")).toBe("deny path-outside");
		expect(use("rename", "src/a")).toBe("deny invalid-request");
	});
	it("[path-odd] odd paths", () => {
		expect(use("read", "a\0b")).toBe("deny path-unresolvable");
		expect(use("read", "x/".repeat(3000))).toBe("deny path-unresolvable");
		expect(use("read", "loop")).toBe("deny path-unresolvable");
		expect(use("read", "/proc/self/cwd/a", { read_paths: ["/"] })).toBe("deny path-unresolvable");
		expect(use("read", "/dev/fd/0", { read_paths: ["/"] })).toBe("deny path-unresolvable");
		expect(use("create", "~/x")).toBe("allow granted");
		expect(use("create", "%2e%2e/x")).toBe("allow granted");
		expect(use("create", "a\u202Eb")).toBe("deny path-unresolvable");
	});
	it("[path-protected] protected paths are never written", () => {
		expect(use("write", ".git/hooks/pre-commit")).toBe("deny path-protected");
		expect(use("create", ".claude/settings.json")).toBe("deny path-protected");
		expect(use("write", "sub/.mcp.json")).toBe("deny path-protected");
		expect(use("read", ".git/config")).toBe("allow granted");
	});
	it("[path-blocked] blocked paths are neither read nor written, by any name", () => {
		expect(use("read", ".env")).toBe("deny path-blocked");
		expect(use("write", ".env")).toBe("deny path-blocked");
		expect(use("read", "plain")).toBe("deny path-blocked");
	});
	it("[path-unresolved] without resolve the decision says so", () => {
		const decision = decided({ filesystem: { read_paths: ["./workspace"] } }, { kind: "path", operation: "read", path: "a" });
		expect(decision.effect).toBe("allow");
		expect(decision.obligations).toEqual([{ kind: "unresolved-paths" }]);
	});
});

describe("rules of the file tools", () => {
	const profile: Profile = {
		tools: { allowed: null, disallowed: ["Edit(./vendor/**)"], ask: ["Write", "Read(./notes/**)"] },
		filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] },
	};
	const use = (operation: PathOperation, path: string) => short(decided(profile, { kind: "path", operation, path }));
	it("[decide-path-rules] forbid and ask for paths that no tool call carries", () => {
		expect(use("write", "a")).toBe("ask needs-confirmation");
		expect(use("write", "vendor/a")).toBe("deny tool-disallowed");
		expect(use("read", "notes/a")).toBe("ask needs-confirmation");
		expect(use("read", "a")).toBe("allow granted");
		expect(use("write", "../a")).toBe("deny path-outside");
	});
});
