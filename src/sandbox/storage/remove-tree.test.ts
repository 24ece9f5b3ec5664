import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepExports } from "./keep-exports.ts";
import { ownerIsRunning, processOwner } from "./process-owner.ts";
import { atOnce, inSlices, removeTree } from "./remove-tree.ts";

/** Twenty steps of three milliseconds each. */
function* busy(): Generator<void, string> {
	for (let step = 0; step < 20; step++) {
		for (const ends = performance.now() + 3; performance.now() < ends; );
		yield;
	}
	return "done";
}

it("[sandbox-1-end-slices] others get their turn while steps are done in slices, and none while they are done at once", async () => {
	let turns = 0;
	let ticking = true;
	const tick = (): void => {
		turns++;
		if (ticking) setImmediate(tick);
	};
	setImmediate(tick);
	expect([atOnce(busy()), turns]).toEqual(["done", 0]);
	expect(await inSlices(busy())).toBe("done");
	ticking = false;
	expect(turns).toBeGreaterThan(3);
});

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "writ-tree-"));
});
afterEach(() => {
	removeTree(folder);
});

/** Runs a script of the shell, as nobody when this is root: root enters every directory. */
function shell(script: string): void {
	chmodSync(folder, 0o777);
	const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
	const { status, stderr } = spawnSync("/bin/sh", ["-ec", script], { cwd: folder, ...user, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
}

describe("removeTree", () => {
	it("[sandbox-1-remove-locked] copes with directories that nobody may enter", () => {
		shell("mkdir -p top/a/b/c; touch top/a/b/c/f; chmod 000 top/a/b/c top/a/b top/a");
		expect(removeTree(join(folder, "top"))).toBe(true);
		expect(existsSync(join(folder, "top"))).toBe(false);
	});

	it("[sandbox-1-remove-deep] copes with trees deeper than a path can tell", () => {
		const name = "d".repeat(200);
		shell(`i=0; mkdir top; cd top; while [ $i -lt 60 ]; do mkdir ${name} && cd -P ./${name}; i=$((i+1)); done; touch end; chmod 000 .`);
		expect(removeTree(join(folder, "top"))).toBe(true);
		expect(readdirSync(folder)).toEqual([]);
	});

	it("[sandbox-1-remove-links] removes a link, not what it leads to", () => {
		mkdirSync(join(folder, "kept"));
		symlinkSync(join(folder, "kept"), join(folder, "link"));
		expect(removeTree(join(folder, "link"))).toBe(true);
		expect(readdirSync(folder)).toEqual(["kept"]);
		expect(removeTree(join(folder, "gone"))).toBe(false);
	});

	it("names that are not text go too", () => {
		mkdirSync(join(folder, "top"));
		writeFileSync(Buffer.concat([Buffer.from(`${folder}/top/`), Buffer.from([0xff, 0xfe])]), "");
		expect(removeTree(join(folder, "top"))).toBe(true);
	});
});

describe("keepExports", () => {
	it("[sandbox-1-exports-regular] copies regular files only, and no set-id bit comes along", () => {
		const from = join(folder, "from");
		mkdirSync(join(from, "sub/empty"), { recursive: true });
		writeFileSync(join(from, "sub/data"), Buffer.alloc(2_500_000, 7));
		writeFileSync(join(from, "tool"), "#!/bin/sh\n");
		chmodSync(join(from, "tool"), 0o4755);
		symlinkSync("/etc/passwd", join(from, "link"));
		shell("mkfifo from/pipe 2>/dev/null || true");
		const kept = atOnce(keepExports(from, join(folder, "to/x")));
		expect(kept).toMatchObject({ path: join(folder, "to/x"), files: 2 });
		expect(kept.left).toBeGreaterThanOrEqual(1);
		expect(readdirSync(join(folder, "to/x")).toSorted()).toEqual(["sub", "tool"]);
		expect(readdirSync(join(folder, "to/x/sub"))).toEqual(["data"]);
		expect(lstatSync(join(folder, "to/x/sub/data")).size).toBe(2_500_000);
		expect(lstatSync(join(folder, "to/x/tool")).mode & 0o7777).toBe(0o700);
	});

	it("replaces what an earlier agent of that name left, whole", () => {
		for (const name of ["old", "new"]) {
			mkdirSync(join(folder, name));
			writeFileSync(join(folder, name, name), "");
			atOnce(keepExports(join(folder, name), join(folder, "to")));
		}
		expect(readdirSync(folder).toSorted()).toEqual(["new", "old", "to"]);
		expect(readdirSync(join(folder, "to"))).toEqual(["new"]);
		rmSync(join(folder, "to"), { recursive: true });
	});
});

describe("processOwner", () => {
	it("[sandbox-1-sweep-dead] a pid that another process has by now is not the owner", () => {
		const own = processOwner();
		expect(ownerIsRunning(own)).toBe(true);
		expect(ownerIsRunning({ ...own, pid_started: "1" })).toBe(false);
		expect(ownerIsRunning({ ...own, boot_id: "another" })).toBe(false);
		expect(ownerIsRunning({ pid: own.pid, pid_started: null, boot_id: null })).toBe(true);
	});
});
