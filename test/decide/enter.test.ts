import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilePaths } from "../../src/engine/decide/compiled-paths.ts";
import { fileAccess } from "../../src/engine/decide/file-access.ts";
import { sealProfile } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";

let top = "";
beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-enter-")));
	mkdirSync(join(top, "real/ws/src/sub"), { recursive: true });
	symlinkSync("src", join(top, "real/ws/near"));
	symlinkSync("real", join(top, "by-link"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function enter(root: string, path: string, from = ""): string {
	const workspace = join(top, root);
	const sealed = sealProfile({ filesystem: { sandbox_root: "/" } }, { agent: "me", root: workspace, ...realDisk });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const { terms, places } = sealed.writ;
	const files = fileAccess({ paths: compilePaths(terms.filesystem, places), symlinks: true, facts: realDisk });
	const entered = files.enter(path, join(workspace, from));
	return `${entered.linked ? "linked" : "plain"} ${entered.directory.slice(top.length)}`;
}

describe("entering a directory", () => {
	it("[enter-linked] says when a link is passed", () => {
		expect(enter("real/ws", "src")).toBe("plain /real/ws/src");
		expect(enter("real/ws", "near")).toBe("linked /real/ws/src");
		expect(enter("real/ws", "near/sub")).toBe("linked /real/ws/src/sub");
		expect(enter("real/ws", "src/sub/..")).toBe("plain /real/ws/src");
	});

	it("[enter-linked] says when '..' is left where the shell's idea of the place is not the physical one", () => {
		expect(enter("by-link/ws", "src")).toBe("plain /real/ws/src");
		expect(enter("by-link/ws", "..")).toBe("linked /real");
		expect(enter("by-link/ws", "src/../src")).toBe("linked /real/ws/src");
		expect(enter("real/ws", "..", "near")).toBe("linked /real/ws");
		expect(enter("real/ws", "sub", "near")).toBe("linked /real/ws/src/sub");
	});
});
