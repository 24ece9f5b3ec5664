import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runHome } from "./run-home.ts";

const { call, run, workspace, profile, records } = runHome();
const limited = (filesystem: string, resources = ""): string =>
	profile(
		`name: limited\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace]${filesystem}}\n${resources}`,
	);

describe("limits of writ run", () => {
	it("[sandbox-16-s36] stop a fork bomb, a large file and too much memory", async () => {
		const file = limited(", max_file_size_mb: 50", "resources: {max_processes: 64, max_memory_mb: 512}\n");
		const forks = 'i=0; while [ $i -lt 300 ]; do sleep 5 & i=$((i+1)); done 2>/dev/null; echo "$i"';
		const forked = await run(["--profile", file], `(${forks}) || echo stopped`, { directory: workspace() });
		expect(forked.out).not.toContain("300");
		const large = await run(["--profile", file], "head -c 80000000 /dev/zero > big; stat -c %s big", { directory: workspace() });
		expect(Number(large.out)).toBeLessThanOrEqual(50 * 1024 * 1024);
		const memory = await call(["run", "--profile", file, "--", "perl", "-e", '$x = "x" x 700_000_000; print length $x'], {
			directory: workspace(),
		});
		expect([memory.code === 0, memory.out]).toEqual([false, ""]);
	});

	it("[sandbox-16-s37] [sandbox-13-limits] a program that fills its workspace is ended within two seconds, told and recorded", async () => {
		const file = limited(", max_total_size_mb: 20, max_file_size_mb: 100");
		const directory = workspace({ before: "x".repeat(1_000_000) });
		const started = performance.now();
		const script = "head -c 30000000 /dev/zero > a; sleep 30";
		const ran = await run(["--profile", file, "--json", "--id", "filler", "--workspace", directory], script);
		expect(performance.now() - started).toBeLessThan(20_000);
		expect(ran.code).toBe(137);
		expect(ran.report().usage?.duration_ms).toBeLessThan(10_000);
		expect(ran.report().violations).toEqual([{ kind: "limit", limit: "max_total_size_mb", allowed: 20, used: expect.any(Number) }]);
		expect(await records("filler")).toContainEqual(
			expect.objectContaining({
				kind: "sandbox",
				code: "limit-exceeded",
				request: expect.objectContaining({ action: "limit", limit: "max_total_size_mb", allowed: 20 }),
			}),
		);
		const told = await run(["--profile", file], script, { directory: workspace() });
		expect(told.complaints).toMatch(/max_total_size_mb: \d+ used of 20 \(soft\)/);
	});

	it("[sandbox-9-runtime] a program that runs too long is asked to end, and told so", async () => {
		const file = limited("", "resources: {max_runtime_seconds: 1}\n");
		const ran = await run(["--profile", file, "--json"], "trap 'exit 3' TERM; sleep 60 & wait", { directory: workspace() });
		expect([ran.code, ran.report().violations]).toEqual([3, [expect.objectContaining({ limit: "max_runtime_seconds" })]]);
	});

	it("[sandbox-16-s40] ten at once in one workspace all succeed, and leave no stubs", async () => {
		const directory = workspace();
		const runs = Array.from({ length: 10 }, (_, index) => run([], `echo ${index} > ${index}; cat ${index}`, { directory }));
		const ran = await Promise.all(runs);
		expect(ran.map(({ code, out, complaints }) => [code, out, complaints])).toEqual(ran.map((_, index) => [0, `${index}\n`, ""]));
		expect(readdirSync(directory)).toHaveLength(10);
	});
});
