import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { chooseUser, type HostUser } from "./start-options.ts";

describe("chooseUser", () => {
	it("[sandbox-4-never-root] a root caller runs as the user that is asked for, never as root", () => {
		expect(choose({ uid: 1234, gid: 1234 }, 0)).toEqual({ uid: 1234, gid: 1234 });
		expect(choose({ uid: 0, gid: 1234 }, 0)).toMatchObject({ ok: false, code: "sandbox-user", message: expect.stringContaining("chown") });
		expect(choose({ uid: 1234, gid: 0 }, 0)).toEqual({ uid: 1234, gid: 65534 });
	});

	it("[sandbox-4-workspace-owner] a root caller who names nobody runs as the owner of the workspace, unless that is root", () => {
		const owner = statSync(scratch()).uid;
		expect(choose(undefined, 0)).toMatchObject(owner === 0 ? { ok: false, code: "sandbox-user" } : { uid: owner });
	});

	it("another caller runs as itself, and as nobody else", () => {
		expect(choose(undefined, 1000)).toBeNull();
		expect(choose({ uid: 1000, gid: 1000 }, 1000)).toBeNull();
		expect(choose({ uid: 1001, gid: 1000 }, 1000)).toMatchObject({ ok: false, code: "sandbox-user" });
	});
});

function choose(asked: HostUser | undefined, caller: number) {
	return chooseUser({ workspace: { source: scratch(), target: "/w", managed: true, writable: true } }, asked, caller);
}

function scratch(): string {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), "writ-user-")));
	onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
	return directory;
}
