import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Mount } from "../plan/sandbox-plan.ts";
import { makeSources, openSources, refuseLinkedTargets } from "./sources.ts";

let folder = "";
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-sources-")));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	mkdirSync(join(folder, "workspace/sub"), { recursive: true });
	writeFileSync(join(folder, "workspace/file"), "");
	symlinkSync("workspace", join(folder, "link"));
});

describe("openSources", () => {
	it("[sandbox-4-checked-sources] a descriptor stays what was checked, whatever comes to its path", () => {
		const mount = bind("workspace");
		const opened = open([mount]);
		if (!opened.ok) throw new Error(opened.message);
		renameSync(join(folder, "workspace"), join(folder, "moved"));
		symlinkSync("/etc", join(folder, "workspace"));
		expect(readlinkSync(`/proc/self/fd/${opened.descriptors.get(mount)}`)).toBe(join(folder, "moved"));
		opened.close();
	});

	it("[sandbox-12-linked-source] a source that is a link or is reached through one is refused", () => {
		expect(open([bind("link")])).toMatchObject({ ok: false, code: "path-symlink", message: expect.stringContaining("link") });
		expect(open([bind("link/sub")])).toMatchObject({ ok: false, code: "path-symlink" });
		expect(open([{ ...bind("link"), file: true }])).toMatchObject({ ok: false, code: "path-symlink" });
	});

	it("a file where a directory is planned, and the reverse, is refused", () => {
		expect(open([bind("workspace/file")])).toMatchObject({ ok: false, code: "path-symlink" });
		expect(open([{ ...bind("workspace"), file: true }])).toMatchObject({ ok: false, code: "path-symlink" });
		expect(open([bind("gone")])).toMatchObject({ ok: false, code: "not-started" });
	});

	it("[sandbox-4-path-binds] without binds by descriptor, a source below what an agent can write is refused", () => {
		const by = { bindsDescriptors: false, agentsWrite: [] };
		expect(open([bind("workspace")], by)).toMatchObject({ ok: true });
		expect(open([bind("workspace"), bind("workspace/sub")], by)).toMatchObject({ ok: false, code: "sandbox-level" });
		expect(open([bind("workspace")], { ...by, agentsWrite: [folder] })).toMatchObject({ ok: false, code: "sandbox-level" });
	});
});

describe("refuseLinkedTargets", () => {
	it("[sandbox-4-linked-targets] a mount target that leads through a link in a bound tree is refused by name", () => {
		symlinkSync("/oldroot/tmp", join(folder, "workspace/.git"));
		const mask = { source: "/x", target: "/w/.git/hooks", file: false, exists: false };
		const refused = refuseLinkedTargets({ mounts: [{ ...bind("workspace"), target: "/w" }], readOnly: [], masks: [mask] });
		expect(refused).toMatchObject({ code: "path-symlink", message: expect.stringContaining("/w/.git/hooks") });
	});

	it("a target through directories, or through nothing yet, is fine", () => {
		const masks = ["/w/sub/x", "/w/none/x", "/w/file"].map((target) => ({ source: "/x", target, file: true, exists: false }));
		expect(refuseLinkedTargets({ mounts: [{ ...bind("workspace"), target: "/w" }], readOnly: [], masks })).toBeNull();
	});
});

describe("makeSources", () => {
	it("a source that is to be made is made, and one that would be made through a link is not", () => {
		expect(makeSources({ mounts: [{ ...bind("workspace/a/b"), make: true }] }, null)).toBeNull();
		expect(existsSync(join(folder, "workspace/a/b"))).toBe(true);
		expect(makeSources({ mounts: [{ ...bind("link/c/d"), make: true }] }, null)).toMatchObject({ code: "path-symlink" });
		expect(existsSync(join(folder, "workspace/c"))).toBe(false);
	});

	it("a link that leads nowhere is not made good", () => {
		symlinkSync(join(folder, "elsewhere"), join(folder, "workspace/dangling"));
		expect(makeSources({ mounts: [{ ...bind("workspace/dangling/x"), make: true }] }, null)).toMatchObject({ ok: false });
		expect(existsSync(join(folder, "elsewhere"))).toBe(false);
	});
});

function bind(name: string): Mount {
	return { kind: "bind", source: join(folder, name), target: `/sandbox/${name}`, writable: true };
}

function open(mounts: readonly Mount[], facts = { bindsDescriptors: true, agentsWrite: [] as readonly string[] }) {
	return openSources({ mounts, readOnly: [] }, facts);
}
