import { closeSync, mkdtempSync, openSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { removedFiles } from "./removed-files.ts";

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
