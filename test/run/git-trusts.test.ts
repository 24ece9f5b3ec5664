import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IS_ROOT, runHome } from "./run-home.ts";

const { run, workspace } = runHome();
const NOBODY = 65_534;

/** A repository with settings, which belongs to whoever works in it. */
function repository(...settings: readonly (readonly [string, string])[]): string {
	const directory = workspace();
	const git = (...words: readonly string[]) => execFileSync("git", ["-c", "safe.directory=*", "-C", directory, ...words]);
	git("init", "-q");
	for (const [name, value] of settings) git("config", "--file", join(directory, ".git/config"), name, value);
	if (IS_ROOT) execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, directory]);
	return directory;
}

function made(path: string): string {
	mkdirSync(path, { recursive: true });
	if (IS_ROOT) chownSync(path, NOBODY, NOBODY);
	return path;
}

describe("what the configuration of a repository makes git trust", () => {
	it("[attack-git-trusts] a directory of hooks inside the workspace cannot be written, replaced or renamed", async () => {
		const directory = repository(["core.hooksPath", ".githooks"]);
		made(join(directory, ".githooks"));
		const ran = await run(
			["--workspace", directory],
			"echo x > .githooks/pre-commit; mv .githooks other; rm -r .githooks; echo y > other-file",
		);
		expect(readdirSync(join(directory, ".githooks"))).toEqual([]);
		expect([existsSync(join(directory, "other")), existsSync(join(directory, "other-file")), ran.code]).toEqual([false, true, 0]);
	});

	it("[attack-git-trusts] one that is not there cannot be made, and no stub of it stays", async () => {
		const directory = repository(["core.hooksPath", "tools/git/hooks"]);
		await run(["--workspace", directory], "mkdir -p tools/git/hooks; echo x > tools/git/hooks/pre-commit; git status --porcelain > seen");
		expect(readdirSync(directory).toSorted()).toEqual([".git", "seen"]);
	});

	it("[attack-git-trusts] nor can files that the configuration includes, or those that they include", async () => {
		const directory = repository(["include.path", "../my.inc"], ["includeIf.gitdir:/x.path", "../other.inc"]);
		writeFileSync(join(directory, "my.inc"), '[include]\n\tpath = "deeper.inc" # the rest\n');
		if (IS_ROOT) chownSync(join(directory, "my.inc"), NOBODY, NOBODY);
		const script = 'for file in my.inc deeper.inc other.inc; do echo "[core]" > $file; done; git status --porcelain; echo done > done';
		const ran = await run(["--workspace", directory], script);
		expect(readdirSync(directory).toSorted()).toEqual([".git", "done", "my.inc"]);
		expect([ran.code, execFileSync("cat", [join(directory, "my.inc")]).toString()]).toEqual([
			0,
			'[include]\n\tpath = "deeper.inc" # the rest\n',
		]);
	});

	it("[attack-git-trusts] what lies elsewhere changes nothing", async () => {
		const directory = repository(["core.hooksPath", "/usr/share/hooks"], ["include.path", "/etc/gitconfig"]);
		const ran = await run(["--workspace", directory], "mkdir hooks && echo x > hooks/pre-commit");
		expect([ran.code, existsSync(join(directory, "hooks/pre-commit"))]).toEqual([0, true]);
	});
});
