import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { LimitViolation } from "./sandbox-outcome.ts";
import { watchLimits } from "./watch-limits.ts";

beforeEach(() => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
});

describe("watchLimits", () => {
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
			signal: (name) => void done.push(name),
			kill: () => void done.push("kill"),
			violations,
		},
	);
	return { done, violations, stop };
}
