import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, IS_ROOT, type Ran, runHome, says, WRIT } from "./run-home.ts";

const NOBODY = 65_534;
const AS_NOBODY = ["setpriv", "--reuid", `${NOBODY}`, "--regid", `${NOBODY}`, "--clear-groups"];
const { folder, run, workspace, profile, begin, call: command } = runHome();

/** A directory outside of every workspace, with a secret. */
function victim(name: string): string {
	const path = join(folder, name);
	mkdirSync(path, { mode: 0o777 });
	writeFileSync(join(path, "secret"), "hostsecret\n");
	execFileSync("chmod", ["-R", "a+rwX", path]);
	return path;
}

const refused = (ran: Ran) => [ran.code, ran.report().code, ran.out];

describe("a link that an earlier run left", () => {
	it("[attack-planted-link] is never what the next one mounts, and is named", async () => {
		const outside = victim("victim");
		const directory = workspace();
		const first = await run(["--profile", "write", "--workspace", directory], `ln -s ${outside} dist; ln -s ${outside}/secret coverage`);
		expect([first.code, existsSync(join(directory, "dist/secret"))]).toEqual([0, true]);
		const second = await run(["--profile", "verification", "--workspace", directory, "--json"], "cat dist/secret; echo x > dist/hacked");
		expect(refused(second)).toEqual([3, "path-symlink", ""]);
		expect(second.report().error).toContain(join(directory, "dist"));
		expect(second.report().error).toContain(join(directory, "coverage"));
		expect(readdirSync(outside)).toEqual(["secret"]);
	});

	it("[attack-planted-link-above] nothing is made below it", async () => {
		const outside = victim("victim-above");
		const directory = workspace();
		symlinkSync(outside, join(directory, "node_modules"));
		const ran = await run(["--profile", "verification", "--workspace", directory, "--json"], "true");
		expect(refused(ran)).toEqual([3, "path-symlink", ""]);
		expect(ran.report().error).toContain(`'${join(directory, "node_modules")}'`);
		expect(readdirSync(outside)).toEqual(["secret"]);
	});

	it("[attack-planted-link-glob] nor the static part of a pattern, nor an absolute path into the workspace", async () => {
		const outside = victim("victim-glob");
		const directory = workspace();
		symlinkSync(outside, join(directory, "src"));
		for (const entry of ["./workspace/src/**", "./workspace/src/*.txt", join(directory, "src"), `${join(directory, "src")}/**`]) {
			const reading = profile(`name: reading\ntools: {allowed: [Read]}\nfilesystem: {read_paths: ["${entry}"], write_paths: []}\n`);
			const ran = await run(["--profile", reading, "--workspace", directory, "--json"], `cat src/secret ${outside}/secret`);
			expect([entry, ...refused(ran)]).toEqual([entry, 3, "path-symlink", ""]);
		}
	});

	it("[attack-planted-link-session] nor in the workspace of a session", async () => {
		const outside = victim("victim-session");
		const shared = ["--mode", "shared", "--session", "planted"];
		expect((await run([...shared, "--profile", "write"], `ln -s ${outside} dist`)).code).toBe(0);
		const ran = await run([...shared, "--profile", "verification", "--json"], "echo x > dist/hacked");
		expect([ran.code, ran.report().code]).toEqual([3, "path-symlink"]);
		expect(readdirSync(outside)).toEqual(["secret"]);
	});

	it("[attack-link-of-person] a link elsewhere in an absolute path is followed, and what it leads to is judged", async () => {
		const outside = victim("data");
		symlinkSync(outside, join(folder, "link"));
		symlinkSync("/proc", join(folder, "kernel"));
		const reading = (path: string) =>
			profile(`name: reading\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace, "${path}"], write_paths: []}\n`);
		const ran = await run(["--profile", reading(join(folder, "link"))], `cat ${outside}/secret`, { directory: workspace() });
		expect([ran.code, ran.out]).toEqual([0, "hostsecret\n"]);
		const kernel = await run(["--profile", reading(join(folder, "kernel/sys")), "--json"], "true", { directory: workspace() });
		expect([kernel.code, kernel.report().code]).toEqual([3, "path-outside"]);
	});
});

describe("what a run leaves for git", () => {
	const planted = "git init -q --bare .; printf '[core]\\n bare = false\\n worktree = .\\n fsmonitor = \"touch PWNED; false\"\\n' > config";

	it("[attack-bare-repository] a new repository without .git is no longer one afterwards, and is reported", async () => {
		const directory = workspace({ ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n", "sub/config": "of a person" });
		const script = `rm .git/HEAD; ${planted}; cd sub; mkdir objects refs; echo 'ref: refs/heads/main' > HEAD`;
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], script);
		const told = ran.report().violations.map(({ path, found, outcome }) => [path, found, outcome]);
		expect(told).toEqual([
			["HEAD", "repository", "moved"],
			["sub/HEAD", "repository", "moved"],
		]);
		expect([existsSync(join(directory, "HEAD")), readFileSync(join(directory, "sub/config"), "utf8")]).toEqual([false, "of a person"]);
	});

	it("[attack-bare-repository-known] in one that was there, new and changed configuration and hooks go, and commits stay", async () => {
		const directory = workspace({ "remote.git/config": "[core]\n", "remote.git/hooks/a.sample": "" });
		mkdirSync(join(directory, "remote.git/objects"));
		mkdirSync(join(directory, "remote.git/refs"));
		writeFileSync(join(directory, "remote.git/HEAD"), "ref: refs/heads/main\n");
		execFileSync("chmod", ["-R", "a+rwX", directory]);
		const script = "cd remote.git; echo evil >> config; echo evil > hooks/update; echo ref: refs/heads/other > HEAD; touch hooks/b.sample";
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], script);
		const told = ran.report().violations.map(({ path, change, outcome }) => [path, change, outcome]);
		expect(told).toEqual([
			["remote.git/config", "changed", "moved"],
			["remote.git/hooks/update", "new", "moved"],
		]);
	});
});

describe("names that are not text", () => {
	const bad = "d=$(printf 'bad\\377utf')";

	it("[attack-bytes-scan] what lies below them is scanned, moved and told like anything else", async () => {
		const directory = workspace();
		const script = `${bad}; mkdir -p $d/.claude; echo z > $d/.claude/settings.json; echo z > $d/.mcp.json`;
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], script);
		const told = ran.report().violations.map(({ path, outcome }) => [path, outcome]);
		expect(told).toEqual([
			["bad\\xffutf/.claude", "moved"],
			["bad\\xffutf/.mcp.json", "moved"],
		]);
		expect(execFileSync("find", [directory, "-mindepth", "2"]).toString()).toBe("");
	});

	it("[attack-bytes-secret] nothing is started where a secret below them would be seen", async () => {
		const directory = workspace({ "sub/.env": "S7" });
		execFileSync("sh", ["-c", `${bad}; mv sub $d`], { cwd: directory });
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], `${bad}; cat $d/.env`);
		expect(refused(ran)).toEqual([3, "path-outside", ""]);
		expect(ran.report().error).toContain("bad\\xffutf/.env");
	});
});

describe("a directory that is closed", () => {
	const home = join(folder, "home-of-nobody");
	const at = join(folder, "closed");
	/** Root reads everything, so that these run as somebody who does not. */
	const call = (script: string, directory: string): Promise<Ran> =>
		asNobody(["--profile", "write", "--workspace", directory, "--json", "--", "sh", "-c", script]);
	const asNobody = (given: readonly string[]): Promise<Ran> => {
		const words = ["run", ...given];
		const [program = WRIT, ...rest] = IS_ROOT ? [...AS_NOBODY, WRIT, ...words] : [WRIT, ...words];
		return ended(
			spawn(program, rest, { cwd: at, env: { PATH: process.env.PATH, WRIT_HOME: home, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] }),
		);
	};
	beforeAll(() => {
		chmodSync(folder, 0o711);
		for (const path of [home, at]) mkdirSync(path, { mode: 0o700 });
		if (IS_ROOT) for (const path of [home, at]) chownSync(path, NOBODY, NOBODY);
	});
	afterAll(() => {
		const name = readdirSync(home).find((one) => one.endsWith(".pid"));
		if (name !== undefined) process.kill(Number(readFileSync(join(home, name), "utf8")), "SIGTERM");
	});

	it("[attack-closed-directory] nothing is started where a secret in it could be reached by its name", async () => {
		const directory = workspace({ "lk/.env": "S8" });
		chmodSync(join(directory, "lk"), 0o311);
		const ran = await call("cat lk/.env", directory);
		expect(refused(ran)).toEqual([3, "path-outside", ""]);
		expect(ran.report().error).toContain(join(directory, "lk"));
	});

	it("[attack-closed-quota] what is written into directories that the program closed counts, whatever they are called meanwhile", async () => {
		const limited = profile(
			"name: limited\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace], max_total_size_mb: 8}\n",
		);
		for (const mode of ["300", "000", "600"]) {
			const directory = workspace();
			const script = `d=d0; mkdir -p d0/e; for i in 1 2 3 4 5 6 7 8 9; do chmod 700 $d $d/e; head -c 4000000 /dev/zero > $d/e/f$i; chmod ${mode} $d/e $d; mv $d d$i; d=d$i; sleep 0.4; done; echo through`;
			const ran = await asNobody(["--profile", limited, "--workspace", directory, "--json", "--", "sh", "-c", script]);
			expect([ran.code, ran.out], mode).toEqual([137, ""]);
			expect(ran.report().violations, mode).toMatchObject([{ limit: "max_total_size_mb", allowed: 8 }]);
			expect(Number(ran.report().violations[0]?.used), mode).toBeGreaterThan(8);
		}
	});

	it("[attack-closed-at-exit] the scan opens what the program closed, and takes out of it what must not stay", async () => {
		const directory = workspace();
		const script = "for m in 555 311 000; do mkdir -p d$m/.claude; echo z > d$m/.mcp.json; chmod $m d$m; done";
		const ran = await call(script, directory);
		const told = ran.report().violations.map(({ path, outcome }) => [path, outcome]);
		const paths = ["d000/.claude", "d000/.mcp.json", "d311/.claude", "d311/.mcp.json", "d555/.claude", "d555/.mcp.json"];
		expect(told).toEqual(paths.map((path) => [path, "moved"]));
		expect(execFileSync("find", [directory, "-mindepth", "2"]).toString()).toBe("");
	});

	it.each(["000", "555"])("[attack-closed-root] the workspace itself with mode %s hides nothing, and keeps no stubs", async (mode) => {
		const directory = workspace();
		const ran = await call(`mkdir sub; echo z > sub/.mcp.json; chmod ${mode} .`, directory);
		expect(ran.report().violations.map(({ path, outcome }) => [path, outcome])).toEqual([["sub/.mcp.json", "moved"]]);
		expect(readdirSync(directory)).toEqual(["sub"]);
		expect(readdirSync(join(directory, "sub"))).toEqual([]);
	});

	it("[attack-closed-masks] names in masks count, also while the workspace is closed", async () => {
		const small = profile("name: small\nextends: interactive\nresources: {max_memory_mb: 60}\n");
		const script = `import os, time
os.chmod(".aws", 0o755); held = os.open(".aws", os.O_RDONLY); os.close(os.open("one", os.O_CREAT | os.O_WRONLY, dir_fd=held)); os.chmod(".", 0)
for at in range(90000): os.link("one", "n%d" % at, src_dir_fd=held, dst_dir_fd=held)
time.sleep(10)`;
		const directory = workspace({ ".aws/credentials": "s3cr3t" });
		const ran = await asNobody(["--profile", small, "--workspace", directory, "--json", "--", "python3", "-c", script]);
		expect(ran.report().violations).toEqual([expect.objectContaining({ limit: "max_memory_mb", allowed: 60 })]);
	});
});

describe("the stub of another run", () => {
	it("[attack-stub-turned] is new when it is a file at the exit, and goes", async () => {
		const directory = workspace({ "sub/file": "" });
		mkdirSync(join(directory, "sub/.bashrc"));
		execFileSync("chmod", ["-R", "a+rwX", directory]);
		const ran = await run(["--profile", "write", "--workspace", directory, "--json"], "cd sub; rmdir .bashrc; echo evil > .bashrc");
		expect(ran.report().violations).toEqual([expect.objectContaining({ path: "sub/.bashrc", change: "new", outcome: "moved" })]);
		expect(readdirSync(join(directory, "sub"))).toEqual(["file"]);
	});
});

describe("a run that was killed", () => {
	it("[attack-unscanned] is told by the sweep and at the next run there, once, and is recorded", async () => {
		const directory = workspace();
		const child = begin([
			"run",
			"--profile",
			"write",
			"--workspace",
			directory,
			"--",
			"sh",
			"-c",
			"mkdir -p d/.claude; echo ready; sleep 20",
		]);
		await says(child, "ready");
		child.kill("SIGKILL");
		await ended(child);
		const swept = await command(["sandbox", "sweep"]);
		expect(swept.out).toMatch(new RegExp(`not scanned +${directory}`));
		const listed = await command(["audit", "list", "--kind", "sandbox", "--limit", "50", "--json"]);
		expect(listed.out).toContain('"unscanned"');
		const next = () => run(["--profile", "write", "--workspace", directory, "--json"], "true");
		expect((await next()).report().violations).toEqual([
			expect.objectContaining({ found: "unscanned", path: directory, outcome: "reported" }),
		]);
		expect((await next()).report().violations).toEqual([]);
	});

	it("[attack-unscanned] is told in words that say what happened", async () => {
		const directory = workspace();
		const child = begin(["run", "--profile", "write", "--workspace", directory, "--", "sh", "-c", "echo ready; sleep 20"]);
		await says(child, "ready");
		child.kill("SIGKILL");
		await ended(child);
		const told = await run(["--profile", "write", "--workspace", directory], "true");
		expect(told.complaints).toContain("an earlier run here was killed before its files were checked");
	});
});
