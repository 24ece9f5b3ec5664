import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, runHome, says } from "./run-home.ts";

const { home, folder, begin, call, run, workspace, profile } = runHome();
const limited = (filesystem: string, more = ""): string =>
	profile(
		`name: limited\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace]${filesystem}}\n${more}`,
	);
const agents = (): readonly string[] => readdirSync(join(home, "sandboxes", "agents")).filter((name) => !name.includes("."));

describe("the home and /tmp of a run", () => {
	it("[sandbox-11a-home] are directories on the disk that nobody else enters and the next run does not find; shared memory is small", async () => {
		const directory = workspace();
		const script =
			'stat -fc %T "$HOME" /tmp /dev/shm; stat -c %a "$HOME" /tmp; ls -A "$HOME"; head -c 100000000 /dev/zero > ~/large && stat -c %s ~/large';
		const environment = { HOME: directory };
		const ran = await run([], script, { directory, environment });
		const [ofHome, ofTmp, ...rest] = ran.out.trimEnd().split("\n");
		expect([ofHome, ofTmp]).not.toContain("tmpfs");
		expect(rest).toEqual(["tmpfs", "700", "700", "100000000"]);
		expect((await run([], 'ls -A "$HOME"; df -m --output=size /dev/shm | tail -1', { directory, environment })).out.trim()).toBe("64");
		expect(agents()).toEqual([]);
	});

	it("[sandbox-11a-home-counted] count in max_total_size_mb", async () => {
		const file = limited(", max_total_size_mb: 20, max_file_size_mb: 100");
		for (const place of ["$HOME", "/tmp"]) {
			const ran = await run(["--profile", file, "--json"], `head -c 30000000 /dev/zero > ${place}/a; sleep 30`, { directory: workspace() });
			expect([ran.code, ran.report().violations]).toEqual([137, [expect.objectContaining({ limit: "max_total_size_mb", allowed: 20 })]]);
		}
	});

	it("[sandbox-11a-home-swept] are gone after kill -9 and a sweep, also those of an agent that stays", async () => {
		const child = begin([
			"run",
			"--id",
			"stays",
			"--keep",
			"--workspace",
			workspace(),
			"--",
			"sh",
			"-c",
			"echo x > ~/left; echo begun; sleep 60",
		]);
		await says(child, "begun");
		const [own = ""] = agents();
		const scratch = join(home, "sandboxes", "agents", own, "scratch");
		expect(readdirSync(scratch)).toHaveLength(1);
		child.kill("SIGKILL");
		await ended(child);
		await call(["sandbox", "sweep"]);
		expect([existsSync(join(scratch, "..")), readdirSync(scratch)]).toEqual([true, []]);
		await call(["agent", "terminate", "stays"]);
		expect(agents()).toEqual([]);
	});
});

describe("ordinary work", () => {
	it("[sandbox-11a-git-identity] commits as the person", async () => {
		const person = join(folder, "person");
		mkdirSync(person);
		writeFileSync(join(person, ".gitconfig"), "[user]\nname = Ann Example\nemail = ann@example.com\n[core]\neditor = evil\n");
		const script =
			"git init -q . && git commit -q --allow-empty -m x && git log --format='%an %ae %cn'; git config --global --list | wc -l";
		const ran = await run(["--managed", "--profile", "write"], script, { environment: { HOME: person } });
		expect(ran.out).toBe("Ann Example ann@example.com Ann Example\n2\n");
	});

	it("[sandbox-11a-not-found] a program that is not there is told as that", async () => {
		for (const profiles of [[], ["--profile", "develop"]]) {
			const ran = await call(["run", ...profiles, "--", "nosuchprogram"], { directory: workspace() });
			expect([ran.code, ran.complaints]).toEqual([127, "writ: nosuchprogram: not found\n"]);
		}
	});
});

describe("a limit that was reached", () => {
	it("[sandbox-11a-limits-told] is told when a file grew too large", async () => {
		const file = limited(", max_file_size_mb: 5");
		const program = ["run", "--profile", file, "--json", "--", "head", "-c", "8000000", "/dev/zero"];
		const script = "exec head -c 8000000 /dev/zero > big";
		const ran = await run(["--profile", file, "--json"], script, { directory: workspace() });
		expect([ran.code, ran.report().violations]).toEqual([153, [{ kind: "limit", limit: "max_file_size_mb", allowed: 5, used: 5 }]]);
		const told = await run(["--profile", file], script, { directory: workspace() });
		expect(told.complaints).toContain("max_file_size_mb: 5 used of 5 (hard); the program was ended\n");
		expect((await call(program, { directory: workspace() })).report().violations).toEqual([]);
	});

	it("[sandbox-11a-limits-told] is told when there were no more processes, and when shared memory was full", async () => {
		const file = limited("", "resources: {max_processes: 16}\n");
		const forks = "i=0; while [ $i -lt 30 ]; do sleep 4 & i=$((i+1)); done 2>/dev/null; wait";
		const forked = await run(["--profile", file], `(${forks}); sleep 4; true`, { directory: workspace() });
		expect(forked.complaints).toMatch(/max_processes: 16 used of 16 \(hard\); it got no more\n/);
		const filled = await run([], "head -c 80000000 /dev/zero > /dev/shm/x 2>/dev/null; exit 5", { directory: workspace() });
		expect([filled.code, filled.complaints]).toEqual([5, "writ: denied\n  limit    /dev/shm: 64 used of 64 (hard); it got no more\n"]);
	});
});
