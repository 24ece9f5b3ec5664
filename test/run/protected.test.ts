import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, IS_ROOT, runHome, says, WRIT } from "./run-home.ts";

const { folder, home, run, workspace, begin, call } = runHome();

const IDENTITY = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };
const WHO = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; ";
const WRITE = ["--profile", "write", "--workspace"];

function gitIn(directory: string, ...words: readonly string[]): string {
	const options = ["-c", "safe.directory=*", "-c", "protocol.file.allow=always", ...words];
	return execFileSync("git", options, {
		cwd: directory,
		env: { PATH: process.env.PATH, HOME: folder, ...IDENTITY },
		stdio: "pipe",
	}).toString();
}

function give(directory: string): void {
	if (IS_ROOT) execFileSync("chown", ["-R", "65534:65534", directory]);
}

/** A repository with one commit, which belongs to whoever works in it. */
function repository(prepare: (directory: string) => void = () => undefined): string {
	const directory = workspace({ "README.md": "one\n" });
	gitIn(directory, "init", "-q", "-b", "main");
	prepare(directory);
	gitIn(directory, "add", "-A");
	gitIn(directory, "commit", "-q", "-m", "first");
	give(directory);
	return directory;
}

/** A repository with a submodule and a linked worktree. */
function withInner(): string {
	const other = workspace({ a: "a\n" });
	gitIn(other, "init", "-q");
	gitIn(other, "add", "-A");
	gitIn(other, "commit", "-q", "-m", "x");
	const directory = repository((at) => void gitIn(at, "submodule", "--quiet", "add", other, "s"));
	gitIn(directory, "worktree", "add", "-q", "linked");
	give(directory);
	return directory;
}

describe("ordinary work beside protected names", () => {
	it("[protected-git] git stash -u, clean -fdx and worktree add work, and nothing is left", async () => {
		const directory = repository();
		const script = `${WHO}set -e; test -z "$(git status --porcelain)"; touch u; git stash -q -u; test ! -e u; git stash pop -q >/dev/null; git clean -fdxq
			test ! -e u; git worktree add -q wt -b other; cd wt; git commit -q --allow-empty -m z; git status --porcelain`;
		const ran = await run([...WRITE, directory], script);
		expect([ran.code, ran.out, ran.complaints.includes("denied")]).toEqual([0, "", false]);
		expect(readdirSync(directory).toSorted()).toEqual([".git", "README.md", "wt"]);
		expect(gitIn(join(directory, "wt"), "log", "--format=%s", "-1")).toBe("z\n");
	});

	it("[protected-names] the short list is closed, and a start file of a shell is an ordinary file until the end", async () => {
		const directory = repository();
		const names = [".mcp.json", ".envrc", ".gitmodules", ".git/config", ".git/hooks/x", ".claude/x", ".vscode/x", ".writ/x"];
		const ran = await run(
			[...WRITE, directory, "--json"],
			`for name in ${names.join(" ")}; do mkdir -p "$(dirname $name)"; (echo x > $name) 2>/dev/null && echo "wrote $name"; done; echo x > .husky && echo husky; exit 3`,
		);
		expect([ran.code, ran.out]).toEqual([3, "husky\n"]);
		// [protected-told]
		expect(ran.report().sandbox?.protected).toEqual(
			expect.arrayContaining([".claude", ".envrc", ".git/config", ".git/hooks", ".gitmodules", ".mcp.json", ".vscode", ".writ"]),
		);
		expect(ran.report().sandbox?.protected).not.toContain(".bashrc");
	});

	it("[protected-told] in a terminal one line names them when the program failed, and nothing when it did not", () => {
		const directory = repository();
		const words = (script: string) => `${WRIT} run --profile write -- sh -c "${script}"`;
		const typed = (script: string): string =>
			spawnSync("/usr/bin/script", ["-qec", words(script), "/dev/null"], {
				cwd: directory,
				env: { ...process.env, WRIT_HOME: home, WRIT_KEY: "", TERM: "dumb", NO_COLOR: "1" },
				encoding: "utf8",
			}).stdout;
		expect(typed("echo x > .mcp.json; exit 4")).toMatch(/writ: protected: .*\.git\/hooks.*\.mcp\.json/);
		expect(typed("true")).not.toContain("protected");
	});

	it("[run-which-rules] in a terminal one line says that rules for tools and confirmations are not for this program, and the help does", async () => {
		const directory = workspace();
		const typed = spawnSync("/usr/bin/script", ["-qec", `${WRIT} run --profile interactive -- true`, "/dev/null"], {
			cwd: directory,
			env: { ...process.env, WRIT_HOME: home, WRIT_KEY: "", TERM: "dumb", NO_COLOR: "1" },
			encoding: "utf8",
		}).stdout;
		expect(typed).toContain("files, hosts and limits hold; the profile's rules for confirmations");
		expect((await run([], "true", { directory })).complaints).toBe("");
		expect((await call(["run", "--help"])).out.replaceAll(/\s+/g, " ")).toContain(
			"What holds of the profile are its files, hosts and limits",
		);
	});

	it("[protected-empty] an empty workspace is empty: a clone into it works, and what git made of it stays", async () => {
		const origin = repository();
		const directory = workspace();
		const profile = ["--profile", "write", "--workspace", directory];
		const bundle = readFileSync(bundleOf(origin));
		const ran = await run(
			profile,
			`${WHO}test -z "$(ls -A)"; cat > /tmp/b; git clone -q -b main /tmp/b . && git status --porcelain && git log --format=%s`,
			{
				input: bundle,
			},
		);
		expect([ran.code, ran.out]).toEqual([0, "first\n"]);
		expect(readdirSync(join(directory, ".git"))).toEqual(expect.arrayContaining(["config", "hooks", "HEAD"]));
		give(directory);
		expect(gitIn(directory, "status", "--porcelain")).toBe("");
	});

	it("[protected-empty] what is more than that goes into quarantine", async () => {
		const directory = workspace();
		const script = `git init -q .; git config core.fsmonitor "touch PWNED"; echo x > .git/hooks/pre-commit; echo .. > .git/commondir; echo x > .mcp.json`;
		const ran = await run([...WRITE, directory, "--json"], script);
		expect(ran.code).toBe(0);
		for (const name of [".git/config", ".git/hooks", ".git/commondir", ".mcp.json"])
			expect([name, existsSync(join(directory, name))]).toEqual([name, false]);
	});

	it("[protected-killed] after kill -9 of everything the next command of any kind removes the stubs", async () => {
		const directory = repository();
		const child = begin(["run", ...WRITE, directory, "--", "sh", "-c", "echo ready; sleep 60"]);
		await says(child, "ready");
		expect(existsSync(join(directory, ".mcp.json"))).toBe(true);
		const over = ended(child);
		child.kill("SIGKILL");
		await over;
		await call(["check", "--help"]);
		expect(readdirSync(directory).toSorted()).toEqual([".git", "README.md"]);
	});
});

function bundleOf(directory: string): string {
	const path = join(folder, `${directory.slice(directory.lastIndexOf("/") + 1)}.bundle`);
	gitIn(directory, "bundle", "create", "-q", path, "main", "HEAD");
	return path;
}

describe("what the next git of a person would run", () => {
	const mark = join(folder, "ran-outside");
	/** Leaves the settings to the attacks, which run as the program's user. */
	const PLANT = `plant() { mkdir -p "$(dirname "$1")" 2>/dev/null; printf '%s' "$2" > "$1"; } 2>/dev/null`;
	const attack = `[core]\n\tfsmonitor = touch ${mark}\n\thooksPath = /evil\n`;
	const isUnharmed = (directory: string): void => {
		spawnSync("git", ["-c", "safe.directory=*", "status"], { cwd: directory, env: { PATH: process.env.PATH, HOME: folder } });
		expect(existsSync(mark)).toBe(false);
	};

	it("[attack-git-pointers] pointers of the repository are gone or refused", async () => {
		const directory = repository();
		const script = `${PLANT}; mkdir -p evil/objects evil/refs; plant evil/config '${attack}'; plant .git/commondir ../evil; plant .git/config.worktree '${attack}'
			plant .git/info/attributes '* filter=x'; plant .git/objects/info/alternates /etc; mv .git/info .git/other; mv .git elsewhere; true`;
		const ran = await run([...WRITE, directory], script);
		expect(ran.code).toBe(0);
		for (const name of [
			".git/commondir",
			".git/config.worktree",
			".git/info/attributes",
			".git/objects/info/alternates",
			".git/other",
			"elsewhere",
		])
			expect([name, existsSync(join(directory, name))]).toEqual([name, false]);
		isUnharmed(directory);
	});

	it("[attack-git-inner] what submodules and linked worktrees trust can be neither written nor replaced", async () => {
		const directory = withInner();
		const before = readFileSync(join(directory, ".git/modules/s/config"), "utf8");
		const script = `${PLANT}; cd .git; plant modules/s/config '${attack}'; plant modules/s/hooks/post-checkout x; plant modules/s/commondir ../../..
			mv modules/s modules/t; mv modules other; mkdir -p modules/s; plant modules/s/config '${attack}'; plant worktrees/linked/commondir ../../../evil
			mv worktrees/linked worktrees/l2; plant worktrees/linked/config.worktree '${attack}'; plant modules/new/config '${attack}'; plant modules/new/HEAD x; true`;
		const ran = await run([...WRITE, directory, "--json"], script);
		expect(ran.code).toBe(0);
		expect(readFileSync(join(directory, ".git/modules/s/config"), "utf8")).toBe(before);
		expect(readFileSync(join(directory, ".git/worktrees/linked/commondir"), "utf8")).toBe("../..\n");
		for (const name of [
			"modules/s/hooks/post-checkout",
			"modules/t",
			"other",
			"modules/new/config",
			"modules/s/commondir",
			"worktrees/linked/config.worktree",
		])
			expect([name, existsSync(join(directory, ".git", name))]).toEqual([name, false]);
		isUnharmed(directory);
	});

	it("[attack-git-programs] nor can programs of the project that the configuration names", async () => {
		const directory = repository((at) => {
			mkdirSync(join(at, "tools"));
			for (const name of ["tools/clean.sh", "driver.sh"]) writeFileSync(join(at, name), "cat\n");
			gitIn(at, "config", "filter.x.clean", "sh tools/clean.sh %f");
			gitIn(at, "config", "merge.y.driver", "sh driver.sh %O");
			gitIn(at, "config", "diff.z.textconv", "./missing.sh");
		});
		await run([...WRITE, directory], `echo evil > tools/clean.sh; echo evil > driver.sh; echo evil > missing.sh; mv tools t2; true`);
		expect(["tools/clean.sh", "driver.sh"].map((name) => readFileSync(join(directory, name), "utf8"))).toEqual(["cat\n", "cat\n"]);
		expect(existsSync(join(directory, "missing.sh"))).toBe(false);
	});

	it("[attack-git-todo] a rebase that would go on with a program is told", async () => {
		const directory = repository();
		const script = `mkdir .git/rebase-merge; echo "exec touch ${mark}" > .git/rebase-merge/git-rebase-todo`;
		const ran = await run([...WRITE, directory], script);
		expect(ran.complaints).toContain(".git/rebase-merge/git-rebase-todo  git-operation, reported");
	});

	it("[attack-folded-names] names that another disk takes for protected ones are caught", async () => {
		const directory = repository();
		const names = [".MCP.json", "sub/.VSCode/tasks.json", "deep/.m\u200ccp.json", "x/GIT~1/hooks/pre-commit"];
		const script = names.map((name) => `mkdir -p "$(dirname '${name}')"; echo x > '${name}'`).join("; ");
		const ran = await run([...WRITE, directory], script);
		for (const name of [".MCP.json", "sub/.VSCode", "deep/.m\u200ccp.json", "x/GIT~1/hooks"])
			expect([name, existsSync(join(directory, name))]).toEqual([name, false]);
		expect(ran.complaints).toContain(".MCP.json  protected-name, moved");
	});
});
