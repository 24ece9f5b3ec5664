import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PROBES } from "../../../src/sandbox/doctor/machine-report.ts";
import { probeMachine } from "../../../src/sandbox/index.ts";

describe("the doctor", () => {
	it("[sandbox-10-probes] tries out everything that it reports, here and now, and leaves nothing behind", async () => {
		const folder = mkdtempSync(join(tmpdir(), "writ-probes-"));
		chmodSync(folder, 0o755);
		vi.stubEnv("TMPDIR", folder);
		onTestFinished(() => {
			vi.unstubAllEnvs();
			rmSync(folder, { recursive: true });
		});
		const report = await probeMachine();
		expect(report.probes.map(({ name }) => name).sort()).toEqual([...PROBES].sort());
		expect(report.probes.filter(({ detail }) => detail === "")).toEqual([]);
		expect(report).toMatchObject({ level: "L3", missing: [expect.stringContaining("memory"), expect.stringContaining("disk")] });
		expect(readdirSync(folder)).toEqual([]);
	});

	it("[sandbox-10-no-bwrap] a machine without bubblewrap has L0, and the cure is the package", async () => {
		const report = await probeMachine({ bwrap: "/nonexistent/bwrap" });
		expect(report.level).toBe("L0");
		expect(report.cures).toEqual([expect.stringContaining("bubblewrap")]);
	});

	it("a program that only looks like bubblewrap gives no level", async () => {
		expect((await probeMachine({ bwrap: "/usr/bin/true" })).level).toBe("L0");
	});
});
