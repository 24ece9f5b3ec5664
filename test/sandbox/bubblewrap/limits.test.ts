import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SandboxPlan } from "../../../src/sandbox/plan/sandbox-plan.ts";
import { confine, samplePlan, scratch, shell } from "./confined.ts";

describe("the limits of a plan", () => {
	it("[sandbox-9-processes] a fork bomb stops at the limit of processes", async () => {
		const fork =
			"my $made = 0; for (1 .. 300) { my $child = fork; last unless defined $child; if ($child == 0) { sleep 5; exit } $made++ } print $made; kill 9, -getpgrp()";
		const { output } = await confine(limited({ processes: 20 }), ["setsid", "-w", "perl", "-e", `$| = 1; ${fork}`]);
		expect(Number(output)).toBeGreaterThan(10);
		expect(Number(output)).toBeLessThanOrEqual(19);
	});

	it("[sandbox-9-processes-each] two sandboxes of one user do not count each other's processes", async () => {
		const plans = [limited({ processes: 6 }), limited({ processes: 6 })];
		const ends = await Promise.all(plans.map((plan) => shell(plan, "sleep 0.3 & sleep 0.3 & sleep 0.3 & wait")));
		expect(ends.map(({ end, complaints }) => [end.exitCode, complaints])).toEqual([
			[0, ""],
			[0, ""],
		]);
	});

	it("[sandbox-9-memory] a process cannot have more memory than the limit", async () => {
		const { end, output } = await shell(
			limited({ memoryMb: 200 }),
			`perl -e '$| = 1; print "begun"; my $size = 700_000_000; my $x = "x" x $size; print "held"'`,
		);
		expect(output).toBe("begun");
		expect(end.exitCode).not.toBe(0);
	});

	it("[sandbox-9-memory-total] processes that together have more are ended within two seconds, and the limit is named", async () => {
		const hold = `perl -e 'my $x = "x" x 60_000_000; sleep 8'`;
		const { end } = await shell(limited({ memoryMb: 150 }), `${hold} & ${hold} & ${hold} & wait`);
		expect(end).toMatchObject({ exitCode: 137, signal: "SIGKILL", violations: [{ limit: "max_memory_mb", allowed: 150 }] });
		expect(end.usage.milliseconds).toBeLessThan(4000);
		expect(end.usage.peakMemoryMb).toBeGreaterThan(150);
	});

	it("[sandbox-9-memory-names] names in directories that are in memory count, also in a mask that its owner has opened and moved with the workspace", async () => {
		const workspace = scratch();
		const target = "/tmp/deep/workspace";
		const plan = samplePlan(workspace, {
			mounts: [
				{ kind: "tmpfs", source: null, target: "/tmp", writable: true, sizeMb: 64 },
				{ kind: "bind", source: workspace, target, writable: true },
			],
			masks: [{ source: join(workspace, ".claude"), target: `${target}/.claude`, file: false, exists: false }],
			workdir: target,
		});
		const limits = { ...plan.limits, memoryMb: 25 };
		const fill = `perl -e 'chmod 0755, ".claude"; rename "/tmp/deep", "/tmp/moved" or die; for (1 .. 30000) { symlink("x", ".claude/$_") or die } sleep 8'`;
		const { end } = await shell({ ...plan, limits }, fill);
		expect(end).toMatchObject({ exitCode: 137, violations: [{ limit: "max_memory_mb", allowed: 25 }] });
		expect(end.usage.milliseconds).toBeLessThan(4000);
	});

	it("[sandbox-9-file-size] a file grows to its limit and no further", async () => {
		const workspace = scratch();
		const { end } = await shell(limited({ fileSizeMb: 1 }, workspace), "exec head -c 3000000 /dev/zero >big");
		expect([end.exitCode, end.signal]).toEqual([153, "SIGXFSZ"]);
		expect(statSync(join(workspace, "big")).size).toBe(1024 * 1024);
	});

	it("[sandbox-9-scratch] /tmp and /dev/shm hold 64 MB each", async () => {
		const { output } = await shell(limited({ fileSizeMb: null }), "df -k --output=size /tmp /dev/shm | tail -n 2");
		expect(output.trim().split(/\s+/)).toEqual(["65536", "65536"]);
	});

	it("[sandbox-9-open-files] open files and core files are limited", async () => {
		expect((await shell(limited({ openFiles: 77 }), "ulimit -n; ulimit -Hn; ulimit -Hc")).output).toBe("77\n77\n0\n");
	});

	it("[sandbox-9-runtime-term] at the end of its time the command is asked to end and may clean up", async () => {
		const { end, output } = await shell(limited({ runtimeSeconds: 1 }), "trap 'echo cleaned; exit 9' TERM; sleep 30 & wait");
		expect(output).toBe("cleaned\n");
		expect(end).toMatchObject({ exitCode: 9, violations: [{ limit: "max_runtime_seconds", allowed: 1 }] });
	});

	it("[sandbox-9-zero] a limit of zero processes or seconds starts nothing", async () => {
		expect((await confine(limited({ processes: 0 }), ["true"])).outcome).toMatchObject({ ok: false, code: "limit-zero" });
		expect((await confine(limited({ runtimeSeconds: 0 }), ["true"])).outcome).toMatchObject({ ok: false, code: "limit-zero" });
	});
});

function limited(limits: Partial<SandboxPlan["limits"]>, workspace = scratch()): SandboxPlan {
	const plan = samplePlan(workspace);
	return { ...plan, limits: { ...plan.limits, ...limits } };
}
