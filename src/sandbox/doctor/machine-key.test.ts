import { copyFileSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { machineKey } from "./machine-key.ts";

it("[doctor-key] a key stays the same until a program that the report depends on is replaced", () => {
	const folder = mkdtempSync(join(tmpdir(), "writ-key-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const bwrap = join(folder, "bwrap");
	copyFileSync("/usr/bin/true", bwrap);
	const key = machineKey({ bwrap });
	expect(machineKey({ bwrap })).toBe(key);
	utimesSync(bwrap, 1, 1);
	const changed = machineKey({ bwrap });
	expect(changed).not.toBe(key);
	rmSync(bwrap);
	expect([key, changed]).not.toContain(machineKey({ bwrap }));
});
