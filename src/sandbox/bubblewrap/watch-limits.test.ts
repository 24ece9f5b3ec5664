import { closeSync, mkdtempSync, openSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { LimitViolation } from "./sandbox-outcome.ts";
import { removedFiles, watchLimits } from "./watch-limits.ts";

describe("removedFiles", () => {
	it("[sandbox-9-watch-in-time] looks only for a quarter of a second at once, and goes on where it stopped", () => {
		const folder = mkdtempSync(join(tmpdir(), "writ-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const file = join(folder, "removed");
		writeFileSync(file, Buffer.alloc(2 * 1024 * 1024, 1));
		const held = openSync(file, "r");
		onTestFinished(() => closeSync(held));
		const devices = new Set([statSync(folder).dev]);
		unlinkSync(file);
		expect(removedFiles([process.pid], devices)).toMatchObject({ diskMb: 2, next: 0 });

		// So many processes that no machine looks at all of them in that time.
		const many = Array.from({ length: 200_000 }, () => process.pid);
		const start = performance.now();
		const first = removedFiles(many, devices);
		expect(performance.now() - start).toBeLessThan(1_000);
		expect(first.next).toBeGreaterThan(0);
		expect(removedFiles(many, devices, first.next).next).not.toBe(first.next);
		expect(removedFiles([process.pid], devices, first.next)).toMatchObject({ diskMb: 2, next: 0 });
	});
});

describe("watchLimits", () => {
	beforeEach(() => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
	});

	it("[sandbox-9-runtime] at the end of its time a command is asked to end, and five seconds later killed", () => {
		const { done, violations } = watch(60);
		vi.advanceTimersByTime(59_999);
		expect(done).toEqual([]);
		vi.advanceTimersByTime(1);
		expect(done).toEqual(["SIGTERM"]);
		expect(violations).toEqual([{ limit: "max_runtime_seconds", allowed: 60, used: 60 }]);
		vi.advanceTimersByTime(4_999);
		expect(done).toEqual(["SIGTERM"]);
		vi.advanceTimersByTime(1);
		expect(done).toEqual(["SIGTERM", "kill"]);
	});

	it("a command that ended in time is left alone", () => {
		const { done, stop } = watch(60);
		stop();
		vi.advanceTimersByTime(100_000);
		expect(done).toEqual([]);
	});

	it("a time longer than a timer can hold does not end at once", () => {
		const { done } = watch(3_000_000);
		vi.advanceTimersByTime(10_000);
		expect(done).toEqual([]);
	});
});

function watch(runtimeSeconds: number) {
	const done: string[] = [];
	const violations: LimitViolation[] = [];
	const { stop } = watchLimits(
		{ processes: null, memoryMb: null, fileSizeMb: null, totalSizeMb: null, runtimeSeconds, openFiles: 1024 },
		{
			init: () => null,
			devices: new Set(),
			namesMb: () => 0,
			moreProcesses: 0,
			signal: (name) => void done.push(name),
			kill: () => void done.push("kill"),
			violations,
		},
	);
	return { done, violations, stop };
}
