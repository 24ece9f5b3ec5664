import { describe, expect, it } from "vitest";
import { limitWords, parseHardLimits } from "./limit-words.ts";

const LIMITS = { processes: 128, memoryMb: 2048, fileSizeMb: 10, totalSizeMb: 50, runtimeSeconds: 60, openFiles: 1024 };

describe("limitWords", () => {
	it("[sandbox-9-prlimit] processes, memory, file size, open files and core are set, soft and hard alike", () => {
		expect(limitWords(LIMITS, new Map())).toEqual([
			"--nproc=129:129",
			"--data=2147483648:2147483648",
			"--fsize=10485760:10485760",
			"--nofile=1024:1024",
			"--core=0:0",
			"--",
		]);
	});

	it("a limit of null is not set, and 0 is 0", () => {
		expect(limitWords({ ...LIMITS, processes: null, memoryMb: null, fileSizeMb: 0 }, new Map())).toEqual([
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
		expect(limitWords(LIMITS, hard)).toContain("--nofile=512:512");
		expect(limitWords(LIMITS, hard)).toContain("--nproc=129:129");
	});
});
