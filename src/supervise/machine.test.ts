import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBubblewrap } from "./machine.ts";

let folder = "";
beforeAll(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-bwrap-")));
	writeFileSync(join(folder, "bwrap"), "#!/bin/sh\n");
	chmodSync(join(folder, "bwrap"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("findBubblewrap", () => {
	it("[sandbox-4-system-bwrap] one that others than root can replace is never taken, wherever it stands on the search path", () => {
		expect(findBubblewrap(folder)).toBeNull();
		expect(findBubblewrap(`${folder}:.:relative`)).toBeNull();
	});

	it.runIf(existsSync("/usr/bin/bwrap"))("[sandbox-4-system-bwrap] the system's is found by the search path", () => {
		expect(findBubblewrap(`${folder}:/usr/bin`)).toBe(realpathSync("/usr/bin/bwrap"));
		expect(findBubblewrap("/nonexistent")).toBeNull();
	});
});
