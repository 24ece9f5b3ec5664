import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openCommittedFiles } from "./committed-files.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-git-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const IDENTITY = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };

function repository(format: "sha1" | "sha256" = "sha1") {
	const path = join(folder, `${count++}`);
	mkdirSync(path);
	const git = (...words: readonly string[]): string =>
		execFileSync("git", words, { cwd: path, env: { PATH: process.env.PATH, HOME: folder, ...IDENTITY } })
			.toString()
			.trim();
	git("init", "-q", "-b", "main", `--object-format=${format}`);
	const write = (name: string, text: string): void => {
		mkdirSync(join(path, name, ".."), { recursive: true });
		writeFileSync(join(path, name), text);
	};
	const commit = (): void => {
		git("add", "-A", "-f");
		git("commit", "-q", "-m", "x");
	};
	return { path, git, write, commit };
}

function committed(path: string, name: string, isShown: (path: string) => boolean = () => true): string | null {
	const files = openCommittedFiles({ path: `${path}/.git`, isShown });
	const entry = files?.find(Buffer.from(name)) ?? "unread";
	const text = typeof entry === "string" ? entry : entry.kind === "directory" ? "directory" : (entry.content()?.toString() ?? null);
	files?.close();
	return text;
}

describe("what HEAD holds, read without git", () => {
	for (const format of ["sha1", "sha256"] as const) {
		it(`[tracked-objects] loose and packed objects with deltas give what git gives (${format})`, () => {
			const { path, git, write, commit } = repository(format);
			const long = Array.from({ length: 400 }, (_, line) => `line ${line} ${Math.sin(line)}`);
			for (let version = 0; version < 12; version++) {
				write("sub/.env", `${long.with(version * 7, `changed ${version}`).join("\n")}\n`);
				write(".npmrc", `fund=false\n# ${version}\n`);
				commit();
			}
			const expected = readFileSync(join(path, "sub/.env"), "utf8");
			const look = () => [committed(path, "sub/.env"), committed(path, ".npmrc"), committed(path, "sub"), committed(path, "no/.env")];
			expect(look()).toEqual([expected, "fund=false\n# 11\n", "directory", "none"]);
			git("gc", "-q", "--aggressive");
			git("pack-refs", "--all");
			expect(git("count-objects")).toMatch(/^0 objects/);
			expect(look()).toEqual([expected, "fund=false\n# 11\n", "directory", "none"]);
			// Every version is in the pack, most of them as a delta.
			for (let back = 1; back < 12; back++) {
				git("checkout", "-q", "--detach", `main~${back}`);
				expect(committed(path, "sub/.env")).toBe(readFileSync(join(path, "sub/.env"), "utf8"));
			}
		});
	}

	it("[tracked-objects] before the first commit nothing is tracked, on a branch that is only packed everything is", () => {
		const { path, git, write, commit } = repository();
		expect(committed(path, ".env")).toBe("none");
		write(".env", "A=1\n");
		commit();
		git("pack-refs", "--all");
		expect(committed(path, ".env")).toBe("A=1\n");
	});

	it("[tracked-objects] a link, a submodule and an executable file are told apart", () => {
		const { path, git, write, commit } = repository();
		symlinkSync("/etc/passwd", join(path, ".env"));
		write("run.pem", "x\n");
		execFileSync("chmod", ["+x", join(path, "run.pem")]);
		commit();
		git("update-index", "--add", "--cacheinfo", `160000,${git("rev-parse", "HEAD")},id_module`);
		git("commit", "-q", "-m", "y");
		expect([committed(path, ".env"), committed(path, "id_module")]).toEqual(["none", "none"]);
		const files = openCommittedFiles({ path: `${path}/.git`, isShown: () => true });
		expect(files?.find(Buffer.from("run.pem"))).toMatchObject({ kind: "file", executable: true });
		files?.close();
	});

	it("[tracked-unread] damaged objects, links in the way, objects elsewhere and refs of another kind are not read", () => {
		const { path, git, write, commit } = repository();
		write(".env", "A=1\n");
		commit();
		const blob = git("rev-parse", "HEAD:.env");
		const object = join(path, ".git/objects", blob.slice(0, 2), blob.slice(2));
		const bytes = readFileSync(object);
		// Another object under its name is not what the id says.
		rmSync(object);
		write("other", "B=2\n");
		const other = git("hash-object", "-w", "other");
		writeFileSync(object, readFileSync(join(path, ".git/objects", other.slice(0, 2), other.slice(2))));
		expect(committed(path, ".env")).toBeNull();
		rmSync(object);
		expect(committed(path, ".env")).toBeNull();
		const outside = join(folder, `outside-${blob.slice(0, 2)}`);
		writeFileSync(outside, bytes);
		symlinkSync(outside, object);
		expect(committed(path, ".env")).toBeNull();
		rmSync(object);
		writeFileSync(object, bytes);
		expect(committed(path, ".env")).toBe("A=1\n");
		expect(committed(path, ".env", (file) => !file.includes("/objects/"))).toBe("unread");
		renameSync(join(path, ".git/objects"), join(folder, "moved-objects"));
		symlinkSync(join(folder, "moved-objects"), join(path, ".git/objects"));
		expect(committed(path, ".env")).toBe("unread");
		writeFileSync(join(path, ".git/HEAD"), "ref: refs/heads/.invalid\n");
		expect(committed(path, ".env")).toBe("unread");
		writeFileSync(join(path, ".git/HEAD"), "ref: refs/../../../../etc/passwd\n");
		expect(committed(path, ".env")).toBe("unread");
	});
});
