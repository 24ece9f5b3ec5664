import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IS_ROOT, runHome } from "./run-home.ts";

const { folder, run, workspace, profile } = runHome();

const IDENTITY = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };
/** Inside nobody says who one is. */
const WHO = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; ";

/** A repository with files that are committed, and git on the host. */
function repository(files: Readonly<Record<string, string>>) {
	const directory = workspace(files);
	const git = (...words: readonly string[]): string =>
		execFileSync("git", ["-c", "safe.directory=*", ...words], {
			cwd: directory,
			env: { PATH: process.env.PATH, HOME: folder, ...IDENTITY },
		}).toString();
	const give = (): void => {
		if (IS_ROOT) execFileSync("chown", ["-R", "65534:65534", directory]);
	};
	git("init", "-q", "-b", "main");
	git("add", "-A", "-f");
	git("commit", "-q", "-m", "first");
	writeFileSync(join(directory, "README.md"), "two\n");
	git("add", "-A", "-f");
	git("commit", "-q", "-m", "second");
	give();
	return { directory, git, give };
}

const TRACKED = { ".npmrc": "fund=false\n", ".env": "A=1\n", "README.md": "one\n" };

describe("a repository that tracks blocked files", () => {
	it("[tracked-git-works] [tracked-exposed] git works whole, and the run says once what is seen", async () => {
		const { directory, git, give } = repository(TRACKED);
		const script = `${WHO}set -e
			test -z "$(git status --porcelain)"; echo x >> README.md; git diff --stat; git add -A; git commit -qam third
			echo y >> README.md; git stash -q; git stash pop -q; git commit -qam fourth; git rebase -q HEAD~1; git rebase -qf HEAD~2
			test -z "$(git status --porcelain)"; cat .npmrc .env`;
		const ran = await run(["--profile", "write", "--workspace", directory], script);
		expect([ran.code, ran.out.endsWith("fund=false\nA=1\n")]).toEqual([0, true]);
		expect(ran.complaints.match(/exposed/g)).toHaveLength(1);
		expect(ran.complaints).toMatch(/exposed: \.env, \.npmrc: git has committed|exposed: \.npmrc, \.env: git has committed/);
		expect(git("log", "--format=%s").split("\n")[0]).toBe("fourth");
		give();
		const json = await run(["--profile", "write", "--workspace", directory, "--json"], "true");
		expect(json.report().sandbox?.exposed?.toSorted()).toEqual([join(directory, ".env"), join(directory, ".npmrc")]);
	});

	it("[tracked-committed] [tracked-git-works] what was changed since is seen as it is committed, cannot be written, and git takes it for unchanged", async () => {
		const { directory, git } = repository(TRACKED);
		writeFileSync(join(directory, ".env"), "A=s3cr3t\n");
		const script = `${WHO}cat .env; git status --porcelain; (echo x > .env) 2>/dev/null || echo refused
			rm -f .env 2>/dev/null; mv .env other 2>/dev/null; echo x >> README.md; git add -A && git commit -qam third && git diff HEAD --stat && git stash list; grep -r s3cr3t .; echo $?`;
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], script);
		expect(ran.out).toBe("A=1\nrefused\n1\n");
		expect(ran.report().sandbox?.exposed).toEqual([join(directory, ".npmrc")]);
		expect(readFileSync(join(directory, ".env"), "utf8")).toBe("A=s3cr3t\n");
		expect(git("status", "--porcelain")).toBe(" M .env\n");
	});

	it("[tracked-committed] in a blocked directory as well, with what is not tracked there empty", async () => {
		const { directory } = repository({ ".aws/config": "region=x\n", ".aws/sub/more": "more\n", a: "TODO\n" });
		writeFileSync(join(directory, ".aws/credentials"), "s3cr3t\n");
		writeFileSync(join(directory, ".aws/sub/more"), "s3cr3t\n");
		const ran = await run(
			["--profile", "write", "--workspace", directory],
			"cat .aws/config .aws/sub/more .aws/credentials; git status --porcelain -uno",
		);
		expect([ran.code, ran.out]).toEqual([0, "region=x\nmore\n"]);
	});

	it("[tracked-untracked] [tracked-npmrc] untracked ones are empty and readable, and .npmrc keeps what is harmless", async () => {
		const directory = workspace({
			".env": "s3cr3t\n",
			".netrc": "machine x login y\npassword\ns3cr3t\n",
			".pypirc": "[x]\npassword = s3cr3t\n",
			".npmrc": "registry=https://me:s3cr3t@npm.example.com/\n//npm.example.com/:_authToken=s3cr3t\nfund=false\n",
			"sub/id_rsa": "s3cr3t\n",
			a: "TODO\n",
		});
		const ran = await run(
			["--profile", "read-only", "--workspace", directory],
			"grep -r TODO .; echo $?; cat .env .netrc .pypirc .npmrc sub/id_rsa",
		);
		expect([ran.code, ran.out, ran.complaints]).toEqual([0, "./a:TODO\n0\nregistry=https://npm.example.com/\nfund=false\n", ""]);
	});
});

describe("a repository that lies", () => {
	it("[attack-tracked-index] assume-unchanged and a clean filter hide no change from writ, and nothing of the repository runs", async () => {
		const { directory, git, give } = repository({ ...TRACKED, id_secret: "encrypted\n", ".gitattributes": "id_secret filter=crypt\n" });
		const mark = join(folder, "ran-outside");
		writeFileSync(join(directory, ".env"), "A=s3cr3t\n");
		writeFileSync(join(directory, "id_secret"), "plain s3cr3t\n");
		git("config", "filter.crypt.clean", `touch ${mark}; echo encrypted`);
		git("config", "core.fsmonitor", `touch ${mark}; false`);
		give();
		// What the first run can do, and what a person's own configuration says.
		const first = await run(
			["--profile", "write", "--workspace", directory],
			"git update-index --assume-unchanged .env; git update-index --skip-worktree id_secret",
		);
		expect(first.code).toBe(0);
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], "cat .env id_secret; grep -r s3cr3t . ; true");
		expect(ran.out).toBe("A=1\nencrypted\n");
		expect(ran.report().sandbox?.exposed).toEqual([join(directory, ".npmrc")]);
		expect(existsSync(mark)).toBe(false);
	});

	it("[attack-tracked-index] a commit that only names the hash of a secret opens nothing", async () => {
		const { directory, git, give } = repository({ a: "a\n" });
		writeFileSync(join(directory, ".env"), "A=s3cr3t\n");
		const blob = git("hash-object", ".env").trim();
		git("update-index", "--add", "--cacheinfo", `100644,${blob},.env`);
		git("commit-tree", git("write-tree", "--missing-ok").trim(), "-m", "planted");
		writeFileSync(join(directory, ".git/refs/heads/main"), git("commit-tree", git("write-tree", "--missing-ok").trim(), "-m", "planted"));
		give();
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], "cat .env");
		expect([ran.code, ran.out, ran.report().sandbox?.exposed]).toEqual([0, "", []]);
		expect(ran.report().sandbox?.missing.map(({ what }) => what)).toContain("filesystem.blocked_paths");
	});

	it("[attack-tracked-hidden] where .git or its packs are not seen inside, tracked secrets are empty", async () => {
		const { directory, git, give } = repository({ "src/.env": "A=s3cr3t\n", "src/a": "a\n" });
		const narrow = profile(`name: narrow\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace/src], write_paths: []}\n`);
		expect((await run(["--profile", narrow, "--workspace", directory], "cat src/.env; ls -A")).out).toBe("src\n");
		git("gc", "-q");
		give();
		const packs = profile(`name: packs\nextends: write\nfilesystem: {blocked_paths: ["/**/*.pack", "/**/.env"]}\n`);
		expect((await run(["--profile", packs, "--workspace", directory], "cat src/.env")).out).toBe("");
	});
});
