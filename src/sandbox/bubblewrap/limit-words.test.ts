import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parseHardLimits } from "./hard-limits.ts";
import { boundsOf, limitSteps, limitWords } from "./limit-words.ts";

const LIMITS = { processes: 128, memoryMb: 2048, fileSizeMb: 10, totalSizeMb: 50, runtimeSeconds: 60, openFiles: 1024 };

describe("limitWords", () => {
	it("[sandbox-9-prlimit] processes, memory, file size, open files and core are set, soft and hard alike", () => {
		expect(limitWords(boundsOf(LIMITS, new Map()))).toEqual([
			"/usr/bin/prlimit",
			"--nproc=129:129",
			"--data=2147483648:2147483648",
			"--fsize=10485760:10485760",
			"--nofile=1024:1024",
			"--core=0:0",
			"--",
		]);
	});

	it("a limit of null is not set, and 0 is 0", () => {
		expect(limitWords(boundsOf({ ...LIMITS, processes: null, memoryMb: null, fileSizeMb: 0 }, new Map()))).toEqual([
			"/usr/bin/prlimit",
			"--fsize=0:0",
			"--nofile=1024:1024",
			"--core=0:0",
			"--",
		]);
	});

	it("a limit above what the caller itself has is lowered to it, because it could not be set", () => {
		const hard = parseHardLimits(
			"Limit  Soft Limit  Hard Limit  Units\nMax open files            256        512        files     \nMax processes   unlimited            unlimited            processes \n",
		);
		const words = limitWords(boundsOf(LIMITS, hard));
		expect(words).toContain("--nofile=512:512");
		expect(words).toContain("--nproc=129:129");
	});
});

describe("limitSteps", () => {
	it("[sandbox-9-shell-limits] a shell that is known sets the same limits as prlimit, without another program", () => {
		const bounds = boundsOf({ ...LIMITS, processes: 4000, fileSizeMb: 0.5, openFiles: 64 }, new Map());
		for (const path of ["/usr/bin/dash", "/usr/bin/bash"]) {
			const steps = limitSteps(bounds, basename(realpathSync(path)));
			const script = `${steps?.join(" && ")} && exec cat /proc/self/limits`;
			const { stdout } = spawnSync(path, ["-c", script], { argv0: "sh", encoding: "utf8" });
			const seen = ["Max processes", "Max data size", "Max file size", "Max open files", "Max core file size"].map((name) =>
				stdout
					.split("\n")
					.find((line) => line.startsWith(name))
					?.slice(name.length)
					.trim()
					.split(/\s+/)
					.slice(0, 2),
			);
			expect(seen).toEqual(bounds.map(({ value }) => [`${value}`, `${value}`]));
		}
	});

	it("a shell that is not known sets none", () => {
		expect(limitSteps(boundsOf(LIMITS, new Map()), "busybox")).toBeNull();
	});
});
