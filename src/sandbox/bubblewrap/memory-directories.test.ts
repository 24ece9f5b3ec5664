import { describe, expect, it } from "vitest";
import type { Mask, Mount } from "../plan/sandbox-plan.ts";
import { holdMemoryDirectories, uncountedMasks } from "./memory-directories.ts";

const bind = (target: string): Mount => ({ kind: "bind", source: target, target, writable: true });
const mask = (target: string, changes: Partial<Mask> = {}): Mask => ({ source: target, target, file: false, exists: false, ...changes });

describe("uncountedMasks", () => {
	it("a mask at the top of a mount is counted, any other is not, and a masked file is not a directory", () => {
		const masks = [mask("/w/.claude"), mask("/w/a/.env", { file: true, exists: true }), mask("/w/a/b"), mask("/w/.git/hooks")];
		expect(uncountedMasks({ mounts: [bind("/w"), bind("/w/.git")], masks })).toEqual(["/w/a/b"]);
	});
});

describe("holdMemoryDirectories", () => {
	it("throws when one of them is not there, so that nothing is started that is not counted", () => {
		expect(() => holdMemoryDirectories(process.pid, { mounts: [bind("/nonexistent")], masks: [mask("/nonexistent/x")] })).toThrow("ENOENT");
	});
});
