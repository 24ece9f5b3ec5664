import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it("[escape-swap-race] a workspace that is a link, or lies behind one, is refused before anything is made", () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-linked-")));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, "outside/inner"), { recursive: true });
	symlinkSync("outside", join(folder, "link"));
	for (const workspace of ["link", "link/inner"]) {
		const words = ["run", "--json", "--home", join(folder, "home"), "--workspace", join(folder, workspace), "--", "touch", "made"];
		const { status, stderr } = spawnSync(join(import.meta.dirname, "../../bin/writ"), words, { encoding: "utf8" });
		expect([status, JSON.parse(stderr).code]).toEqual([3, "path-symlink"]);
	}
	expect([readdirSync(folder).toSorted(), readdirSync(join(folder, "outside/inner"))]).toEqual([["link", "outside"], []]);
});
